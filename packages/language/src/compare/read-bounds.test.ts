import { expect, it } from 'vitest';
import { readBounds } from './read-bounds.js';

const bounds = {
  reader: { same: 0.9, sameInSpite: 0.95, replaces: 0.8, replacesTold: 0.7, replacesInSpite: 0.9, doubtful: 0.5 },
  claims: { supported: 0.9, refuted: 0.95 },
};

it('bounds are read where all of them are there', () => {
  expect(readBounds(JSON.stringify(bounds))).toEqual(bounds);
  const { refuted: _refuted, ...claims } = bounds.claims;
  expect(() => readBounds(JSON.stringify({ ...bounds, claims }))).toThrow('no bound claims.refuted');
  expect(() => readBounds('{}')).toThrow('no bound reader.same');
});
