import { expect, it } from 'vitest';
import { readBounds } from './read-bounds.js';

const bounds = { same: 0.9, sameInSpite: 0.95, replaces: 0.8, replacesTold: 0.7, replacesInSpite: 0.9, doubtful: 0.5 };

it('bounds are read where all of them are there', () => {
  expect(readBounds(JSON.stringify(bounds))).toEqual(bounds);
  const { doubtful: _doubtful, ...others } = bounds;
  expect(() => readBounds(JSON.stringify(others))).toThrow('no bound doubtful');
});
