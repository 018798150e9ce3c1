import { describe, expect, it } from 'vitest';
import { isForOnce } from './observations.js';
import { viewOf } from './sentence-view.js';

const isOnce = (older: string, newer: string) => isForOnce({ older: viewOf(older), newer: viewOf(newer) });

describe('what is of one time', () => {
  it.each([
    ['We meet on Fridays in the library.', 'This Friday we meet in the pub.'],
    ['I report to Hendrik.', 'While Hendrik is on holiday, Agnieszka signs my time sheet.'],
    ['Grandma picks the twins up.', 'Grandma has a cold, so just this Friday a neighbour gets the twins.'],
    ['Helmets are compulsory.', 'The only exception to the helmet rule is the office.'],
    ['The pool shuts at nine.', 'On gala night, and only then, the pool stays open till eleven.'],
    ['Karin is the captain.', "For Saturday's match Sofie stands in as captain."],
    [
      'The bins are collected on Tuesdays.',
      'Because of the holiday the bins are collected on Wednesday this week only.',
    ],
    ['Mrs Valenti answers our mails.', 'Mrs Valenti is at a fair until Thursday, so a colleague answers them.'],
  ])('leaves what holds for longer: %s / %s', (older, newer) => {
    expect(isOnce(older, newer)).toBe(true);
  });

  it.each([
    ['The bins are collected on Tuesdays.', 'As of this week the bins are collected on Wednesdays.'],
    ['The bins are collected on Tuesdays.', 'From this Monday on the bins are collected on Mondays.'],
    ['The car is at the garage.', 'The car stands in our drive again.'],
    ['I go fencing every Thursday.', 'I gave up fencing this week.'],
    ['The demo is open to anyone.', 'From today only sales can log in to the demo.'],
    ['This Friday we meet in the pub.', 'This Friday we meet in the park.'],
  ])('is not what holds from then on, or is of one time before: %s / %s', (older, newer) => {
    expect(isOnce(older, newer)).toBe(false);
  });
});
