import { expect, it } from 'vitest';
import { asNoun, isSingle } from './attributes.js';
import { slotOf } from './read/clause.js';

const somebody = {
  subject: { key: 'self', kind: 'person' as const, owner: null, noun: null, several: false },
  said: '',
  negated: false,
};

it('an attribute that is stated nowhere is no attribute', () => {
  // @ts-expect-error: nobody may read what compares and claims do not know.
  expect(slotOf(somebody, 'lives_near', 'porto').single).toBe(false);
  // @ts-expect-error: what one likes belongs to it.
  expect(slotOf(somebody, 'likes', 'tea').attribute).toBe('likes');
  expect(slotOf(somebody, 'likes:tea', 'yes').single).toBe(true);
});

it('one lives in one place, has many things, and gives each dog a name', () => {
  expect(['lives_in' as const, 'has' as const, asNoun('dog')].map(isSingle)).toEqual([true, false, false]);
});
