import { describe, expect, it } from 'vitest';
import { hasNewHolder } from './new-holder.js';
import { viewOf } from './sentence-view.js';

const isHeld = (older: string, newer: string) => hasNewHolder({ older: viewOf(older), newer: viewOf(newer) });

describe('who has a role now', () => {
  it.each([
    ['Olga Brun is the fire warden of the annex.', 'Kemal Aydin is the new fire warden of the annex.'],
    ['Our conductor is Ilse Marwede.', 'Our new conductor is Paul Brandt.'],
    ['Our conductor is Ilse Marwede.', 'Paul is our new conductor.'],
    ['Sheila is the captain of our club.', 'Yvonne was voted in tonight (2026-10-08) as the new captain of our club.'],
    ['My manager is Tom.', 'I have a new manager, Ylva Strand.'],
    ['Dr. Hale is my dentist.', 'My new dentist is Dr. Osei.'],
    ['I have a new manager, Osman Tekin.', 'As of this week (week of 2026-05-04) my manager is Joanna Whitcombe.'],
  ])('is somebody else: %s / %s', (older, newer) => {
    expect(isHeld(older, newer)).toBe(true);
  });

  it.each([
    ['of another thing', 'Olga is the fire warden of the annex.', 'Kemal is the new fire warden of the main building.'],
    ['of another', 'Olga is the manager of my shop.', 'Kemal is the new manager of her shop.'],
    ['of a newer thing', 'Tom is the manager of our shop.', 'Ylva is the manager of our new shop.'],
    ['of several', 'Tom is our nurse.', 'Ylva is our new nurse.'],
    ['of one who is named in short', 'Our conductor is Ilse Marwede.', 'Our new conductor is Ilse.'],
    ['with and without a title', 'My dentist is Dr. Hale.', 'Now my dentist is Hale.'],
    ['behind a gap', 'Tom is our coach.', 'Ylva  is our coach.'],
    ['for a day', 'Tom is our coach.', 'Ylva is our coach today.'],
    ['of somebody else', 'My dentist is Dr. Hale.', 'Her new dentist is Dr. Osei.'],
    ['of which one has several', 'Our colleague is Tom.', 'Our new colleague is Ylva.'],
    ['of one who did something to another', 'Ilse is the new manager.', 'Tom was made redundant by the new manager.'],
    ['of one who chose another', 'Our new director is Ilse.', 'Paul was appointed by our new director.'],
    [
      'of one who is helped',
      'Sheila is the new captain of our club.',
      'Yvonne was chosen to assist the new captain of our club.',
    ],
    ['that is not said to be new', 'Tom is our coach.', 'Ylva is our coach.'],
    ['of the same person', 'Our treasurer is Ana.', 'Our new treasurer is Ana.'],
  ])('is nobody else: a role %s', (_why, older, newer) => {
    expect(isHeld(older, newer)).toBe(false);
  });
});
