import { describe, expect, it } from 'vitest';
import { hasNewDoer } from './new-doer.js';
import { viewOf } from './sentence-view.js';

const isDone = (older: string, newer: string) => hasNewDoer({ older: viewOf(older), newer: viewOf(newer) });

describe('who does for others what somebody else did', () => {
  it.each([
    ['Wanjiru looks after the staging database.', 'Felipe looks after the staging database now.'],
    ['Mr Abara teaches Year 5.', 'Since half-term Year 5 is taught by Mrs Yeo.'],
    ['The spring fair is run by Odile Marsh.', 'Bram now runs the spring fair.'],
    ['Gillian manages the Stretford shop.', 'Carol is the new manager of the Stretford shop.'],
    ['Anjali has the on-call phone now.', 'Lewis has the on-call phone again.'],
    ['Ana is responsible for the cold store.', 'From now on Piotr is responsible for the cold store.'],
  ])('is told: %s / %s', (older, newer) => {
    expect(isDone(older, newer)).toBe(true);
  });

  it.each([
    ['that is not said to be new', 'Wanjiru looks after the database.', 'Felipe looks after the database.'],
    ['of another thing', 'Mr Abara teaches Year 5.', 'Mrs Yeo teaches Year 6 now.'],
    ['of a part of it', 'Ana runs the shop.', 'Piotr runs the shop on Sundays now.'],
    ['of which there may be several', 'Ana speaks Danish.', 'Piotr speaks Danish now.'],
    ['that is something else', 'Ana owns the mill.', 'Piotr runs the mill now.'],
    ['of what several may do', 'Ana runs marathons.', 'Piotr runs marathons now.'],
    ['of what several may have', 'Ana owns a boat.', 'Piotr owns a boat now.'],
    ['of what several may teach', 'Ana teaches Spanish.', 'Piotr teaches Spanish now.'],
    ['of what is done by several', 'Yoga is taught by Ana.', 'Yoga is taught by Piotr now.'],
    [
      'of another time',
      'Maria looks after my children before school.',
      'Petra looks after my children after school now.',
    ],
    ['of the other', 'Ana coaches the other team.', 'Piotr coaches the team now.'],
    ['of what each may have', 'Ana has the season pass.', 'Piotr has the season pass now.'],
    ['of what one has for oneself', 'Ana has the flu.', 'Piotr has the flu now.'],
    ['of the same person', 'Ana runs the shop.', 'Ana Brun runs the shop now.'],
  ])('is not told by what is %s', (_why, older, newer) => {
    expect(isDone(older, newer)).toBe(false);
  });
});
