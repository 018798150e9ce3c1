import { describe, expect, it } from 'vitest';
import { isCalledOff } from './called-off.js';
import { viewOf } from './sentence-view.js';

const isOff = (older: string, newer: string) => isCalledOff({ older: viewOf(older), newer: viewOf(newer) });

describe('what does not take place', () => {
  it.each([
    [
      "I'm going to Trieste in June and staying at the Hotel Corvina.",
      "I've cancelled my June trip to Trieste altogether, the room is given back too.",
    ],
    ['I am flying to Lima on 14 May for a hiking holiday.', 'My trip to Lima is off, I have cancelled the flight.'],
    ['We booked a weekend in Bruges for three nights.', 'Our weekend in Bruges was called off.'],
    ['The summer fair is on 4 July in the park.', 'The summer fair has been cancelled.'],
    ['The summer fair is on 4 July in the park.', 'The summer fair will not take place.'],
  ])('holds no more: %s / %s', (older, newer) => {
    expect(isOff(older, newer)).toBe(true);
  });

  it.each([
    ['to another place', 'I am flying to Lima on 14 May.', 'My trip to Quito is off.'],
    ['to a place with such a name', 'I am flying to New York in May.', 'My trip to New Delhi is off.'],
    ['of another time', 'I am flying to Lima on 14 May.', 'My trip to Lima in December is cancelled.'],
    ['of somebody else', 'My sister is going to Lima in May.', 'My trip to Lima has been cancelled.'],
    ['of what was', 'Our holiday was in Oslo in 2019.', 'Our holiday in Oslo was cancelled.'],
    ['of a part of it', 'I am flying to Lima in May.', 'I cancelled the rental car for my trip to Lima.'],
    ['that goes well', 'I am flying to Lima on 14 May.', 'My trip to Lima is off to a good start.'],
    ['to a place where one lives', 'My sister lives in Lima.', 'My trip to Lima is off.'],
    ['of a thing that is switched off', 'The kitchen light is a Philips lamp.', 'The kitchen light is off.'],
    ['of somebody who is not there', 'Paul Brandt works at Siemens.', 'Paul Brandt is off, he has a cold.'],
    ['of other words', 'The summer fair is on 4 July.', 'The winter fair has been cancelled.'],
    ['of one word', 'The fair is on 4 July.', 'The fair has been cancelled.'],
    ['of one day of many', 'The yoga class is on Mondays.', 'The yoga class was cancelled.'],
    ['of a year', 'The summer fair takes place in the park.', 'The summer fair was cancelled in 2020.'],
    ['of bad weather', 'The summer fair is on 4 July.', 'The summer fair is cancelled in bad weather.'],
    ['and taken back', 'The summer fair is on 4 July.', 'The summer fair was cancelled, but it takes place.'],
    ['of something else in it', 'Ana runs the budget review.', 'The budget review was cancelled.'],
  ])('holds beside it: what is said %s', (_why, older, newer) => {
    expect(isOff(older, newer)).toBe(false);
  });
});
