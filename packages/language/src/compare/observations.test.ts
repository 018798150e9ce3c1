import { describe, expect, it } from 'vitest';
import { isForOnce, observe } from './observations.js';
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

const seen = (older: string, newer: string) => observe({ older: viewOf(older), newer: viewOf(newer) });

describe('what only sounds the same in a talk', () => {
  it.each([
    ['The twins are doing well, thank God.', "It's going well for me too."],
    ['Rowing is so calming.', 'Yeah, they are so calm.'],
    ['The museum was great.', 'That was great.'],
    ['My mood is better.', 'She is better.'],
    ['The bus takes an hour.', 'It takes an hour.'],
    ['The boat leaks.', "It'll leak."],
  ])('points to what stands elsewhere: %s / %s', (older, newer) => {
    expect(seen(older, newer).pointsElsewhere).toBe(true);
  });

  it.each([
    ['The new server weighs 31 kilograms.', 'That new server is 31 kg.'],
    ['We have two guinea pigs.', "There's a pair of guinea pigs at ours."],
    ['The hike takes two hours.', "It's a two-hour hike."],
    ['Ana was born on 3 May.', "It's Ana's birthday on 3 May."],
    ['The nightly backups are run by IT.', 'IT support runs the nightly backups.'],
    ['He-Man is my hero.', 'He-Man is the hero of mine.'],
    ['The garden key is this.', 'This is the key of our garden.'],
    ['My sister has moved.', 'My sister says she has moved.'],
  ])('names what it is about: %s / %s', (older, newer) => {
    expect(seen(older, newer).pointsElsewhere).toBe(false);
  });

  it('brings some of its own, unless a quantity is shared', () => {
    expect(seen('Your trust keeps me going.', 'Knowing you trust our choir keeps people singing.').bringsSome).toBe(
      true,
    );
    expect(seen('Backups run at 2 am.', 'The nightly dump starts at 02:00.').bringsSome).toBe(false);
    expect(seen('I am allergic to penicillin.', 'Penicillin allergy here.').bringsSome).toBe(false);
  });
  it('are far off where they share one word at most, and no thing of which both tell a quantity', () => {
    expect(seen('I smoke.', 'I quit smoking in March.').farOff).toBe(false);
    expect(seen('My cousin owns a piano.', 'Four strangers carried the piano down on Sunday.').farOff).toBe(true);
    expect(seen('I own a piano.', 'I own a piano, and a cello too.').farOff).toBe(false);
    expect(seen('The rent is 900 euros.', 'Our landlord raised the rent to 950 euros.').farOff).toBe(false);
    expect(seen('I wake at six.', 'Our landlord raised the rent to 950 euros.').farOff).toBe(true);
  });
});
