import { describe, expect, it } from 'vitest';
import { viewOf } from './sentence-view.js';
import { mayBeSame, mayReplace } from './vetoes.js';

const pairOf = (older: string, newer: string) => ({ older: viewOf(older), newer: viewOf(newer) });

describe('two sentences are never taken for the same', () => {
  it.each<[string, string]>([
    ['Our launch is on 3 June.', 'Our launch is on 17 June.'],
    ['I take 20 mg.', 'I take 30 mg.'],
    ['Reviewed by Ann.', 'Reviewed by our Bob.'],
    ['I eat fish.', 'I do not eat fish.'],
    ['Momo eats dry food only, twice a day.', 'Momo eats wet food only, twice a day.'],
    ['Ruy picks us up and Matilde drives us.', 'Matilde picks us up and Ruy drives us.'],
    ['The switch is a Juniper.', 'Is the switch a Juniper?'],
    ['Washer 2 is down.', 'Washer 2 is running again.'],
  ])('%s / %s', (older, newer) => {
    expect(mayBeSame(pairOf(older, newer))).toBe(false);
  });

  it('unless their numbers, names and denial agree', () => {
    expect(mayBeSame(pairOf('A fox took two hens.', 'Two hens were taken by a fox.'))).toBe(true);
    expect(mayBeSame(pairOf('The API allows 600 requests a minute.', 'Ten requests a second are allowed.'))).toBe(true);
  });
});

describe('nothing is replaced by itself', () => {
  it.each<[string, string]>([
    ['I live in Oslo.', 'I used to live in Rome.'],
    ['The launch is in June.', 'Somebody said the launch is in July.'],
    ['I drive a Volvo.', 'I want to drive a Saab.'],
    ['The web team deploys from main.', 'The firmware team deploys from branches.'],
    ['SEC-11 is waiting for review.', 'SEC-12 is done.'],
    ["I've got a sick note", "I've got a sick note till the 20th"],
  ])('of %s by %s', (older, newer) => {
    expect(mayReplace(pairOf(older, newer))).toBe(false);
  });

  it('but what is told of the same thing may', () => {
    expect(mayReplace(pairOf('Weekly planning is on Monday.', 'Weekly planning moves to Tuesday for good.'))).toBe(
      true,
    );
    expect(mayReplace(pairOf('I smoke.', 'I quit smoking in March.'))).toBe(true);
  });
});
