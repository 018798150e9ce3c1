import { describe, expect, it } from 'vitest';
import { viewOf } from './sentence-view.js';
import { tellsEnd } from './told-change.js';

const ends = (older: string, newer: string) => tellsEnd({ older: viewOf(older), newer: viewOf(newer) });

describe('what was so ends', () => {
  it.each([
    ['The order of brake cables is now being packed.', 'The order of brake cables has been delivered.'],
    ['The status of the greenhouse order is shipped.', 'The status of the greenhouse order is delivered.'],
    ['INC-318 is open.', 'INC-318 closed.'],
    ['Ticket HB-519 is waiting for a spare part.', 'Ticket HB-519 has been resolved, the boiler works.'],
  ])('with its next state: %s / %s', (older, newer) => {
    expect(ends(older, newer)).toBe(true);
  });

  it.each([
    ['Fintan is responsible for crane 3.', 'Responsible for crane 3 is Solveig, it has passed to her.'],
    ['Owner of the payment module is Tobiasz.', 'Ownership of the payment module has passed to Renske.'],
    ['Yusra leads the bridge tender.', 'Casper has taken over and leads the bridge tender now.'],
  ])('where somebody else takes all of it over: %s / %s', (older, newer) => {
    expect(ends(older, newer)).toBe(true);
  });

  it.each([
    ['I drink two cups of strong coffee every morning.', 'I no longer drink coffee in the morning, only tea.'],
    ['I go fencing every Thursday at the hall.', 'I gave up fencing because of my knee.'],
    ['I run with the Striders every Sunday.', 'I gave up running because of my hip.'],
    ['We have a rabbit called Clover.', 'We no longer have a rabbit; we gave her away.'],
    ['I sow broad beans in November.', "I don't sow broad beans in November any more, February works better."],
  ])('where the same person gives it up: %s / %s', (older, newer) => {
    expect(ends(older, newer)).toBe(true);
  });

  it.each([
    ['of another thing', 'The order of cables is being packed.', 'The order of brakes has been delivered.'],
    ['that does not move on', 'The kitchen is open.', 'The kitchen is ready.'],
    ['that is denied', 'The login bug is still open.', "The login bug hasn't been closed."],
    ['of any of its kind', 'A ticket is done when it is merged.', 'A ticket is ready when it has criteria.'],
    ['that says who did it', 'Ticket 4412 is waiting for review.', 'Ticket 4412 was opened by Rosa in QA.'],
    ['of a part of it', 'Yusra leads the bridge tender and the ferry.', 'Casper has taken over the bridge tender.'],
    ['of somebody else', 'My sister works at the bakery.', 'I no longer work at the bakery.'],
    [
      'of where they meet',
      'The stroke team meets in the seminar room.',
      'Dr Adeyemi took over as lead of the stroke team.',
    ],
    ['of a part of the time', 'I work at the bakery.', 'I stopped working in the evenings.'],
    ['of a place', 'I swim at the lido every week.', 'I gave up swimming in the sea.'],
    ['of one of several', 'I have a dog and two cats.', 'I no longer have a dog.'],
    ['of one of a list', 'I have a car, a boat and a caravan.', 'I no longer have a car.'],
    ['of one of two people', 'I work with Tom and Ana.', 'I no longer work with Tom.'],
    ['of what only begins alike', 'I have a car pool card.', 'I no longer have a car.'],
    ['that is given up by somebody else', 'My brother goes fencing.', 'I gave up fencing.'],
    ['that only says less', 'I drink coffee.', "I don't drink tea any more."],
    ['that denies nothing for good', 'I drink coffee every morning.', "I don't drink coffee in the evening, only tea."],
  ])('by nothing %s', (_what, older, newer) => {
    expect(ends(older, newer)).toBe(false);
  });
});
