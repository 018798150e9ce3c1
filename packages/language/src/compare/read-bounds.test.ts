import { expect, it } from 'vitest';
import { readBounds } from './read-bounds.js';

const weighed = { bias: 0, weights: [1, 2], from: 0.9 };
const updates = { same: weighed, replaces: weighed, doubtful: 0.5 };
const claims = { supports: weighed, refutes: weighed };

it('bounds are read where all of them are there', () => {
  expect(readBounds(JSON.stringify({ updates, claims }))).toEqual({ updates, claims });
  const { doubtful: _doubtful, ...others } = updates;
  expect(() => readBounds(JSON.stringify({ updates: others, claims }))).toThrow('no bound doubtful');
  expect(() => readBounds(JSON.stringify({ updates: { ...updates, same: undefined }, claims }))).toThrow('no weights');
  expect(() => readBounds(JSON.stringify({ updates }))).toThrow('no weights');
});
