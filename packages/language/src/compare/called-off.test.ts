import { describe, expect, it } from 'vitest';
import { isCalledOff } from './called-off.js';
import { viewOf } from './sentence-view.js';

const isOff = (older: string, newer: string) => isCalledOff({ older: viewOf(older), newer: viewOf(newer) });

describe('what does not take place', () => {
  it.each([
    [
      "I'm going to Trieste in June and staying at the Hotel Corvina.",
      "I've cancelled my June trip to Trieste, the room too.",
    ],
    ['I am flying to Lima on 14 May for a hiking holiday.', 'My trip to Lima is off, I have cancelled the flight.'],
    ['The summer fair is on 4 July in the park.', 'The summer fair has been cancelled.'],
    ['We booked a weekend in Bruges for three nights.', 'Our weekend in Bruges was called off.'],
  ])('holds no more: %s / %s', (older, newer) => {
    expect(isOff(older, newer)).toBe(true);
  });

  it.each([
    ['to another place', 'I am flying to Lima on 14 May.', 'My trip to Quito is off.'],
    ['of other words', 'The summer fair is on 4 July.', 'The winter fair has been cancelled.'],
    ['of one word', 'The fair is on 4 July.', 'The fair has been cancelled by nobody.'],
    ['that is not called off', 'I am flying to Lima on 14 May.', 'My trip to Lima is off to a good start.'],
    ['to a place where one lives', 'My sister lives in Lima.', 'My trip to Lima is off.'],
  ])('holds beside it: what is said %s', (_why, older, newer) => {
    expect(isOff(older, newer)).toBe(false);
  });
});
