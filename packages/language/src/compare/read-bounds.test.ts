import { expect, it } from 'vitest';
import { readBounds } from './read-bounds.js';

const weighed = { bias: 0, weights: [1, 2], from: 0.9 };
const judge = { same: weighed, replaces: weighed, doubtful: 0.5 };

it('bounds are read where all of them are there', () => {
  expect(readBounds(JSON.stringify(judge))).toEqual(judge);
  const { doubtful: _doubtful, ...others } = judge;
  expect(() => readBounds(JSON.stringify(others))).toThrow('no bound doubtful');
  expect(() => readBounds(JSON.stringify({ ...judge, same: undefined }))).toThrow('no weights');
  expect(() => readBounds(JSON.stringify({ ...judge, replaces: { bias: 0, weights: [1] } }))).toThrow('no bound from');
});
