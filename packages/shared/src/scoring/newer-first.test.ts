import { expect, it } from 'vitest';
import { newerFirst } from './newer-first.js';
import { type Parts, type Scorer, score } from './score.js';

const scorer: Scorer = {
  weights: { semantic: 0.6, recency: 0.2, importance: 0.2 },
  ...{ lo: 0, hi: 1, alpha: 1, scale: { doubtful: 0.2, clear: 0.6 }, namesSpeaker: false },
};

const row = (id: string, dense: number, others: Partial<Parts> = {}) => {
  const parts = { dense, own: 0, context: 0, recency: 0.5, importance: 0.5, session: 0, ...others };
  return { id, parts, score: score(parts, scorer), session: null, message: null };
};

const order = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

it('puts the earlier told just below the later, its score included, and leaves the others', () => {
  const rows = [row('earlier', 0.9), row('other', 0.7), row('later', 0.5), row('last', 0.3)];
  const placed = newerFirst(rows, [{ laterId: 'later', earlierId: 'earlier' }], scorer);
  expect(order(placed)).toEqual(['other', 'later', 'earlier', 'last']);
  const [, later, earlier] = placed;
  expect(later).toEqual(rows[2]);
  expect(earlier?.score).toBeLessThan(later?.score ?? 0);
  expect(earlier?.score).toBeCloseTo(later?.score ?? 0, 4);
  expect(score(earlier?.parts as Parts, scorer)).toBe(earlier?.score);
});

it('leaves what stands below the later already, and what was told again outside of the rows', () => {
  const rows = [row('later', 0.9), row('earlier', 0.5)];
  expect(newerFirst(rows, [{ laterId: 'later', earlierId: 'earlier' }], scorer)).toEqual(rows);
  expect(newerFirst(rows, [{ laterId: 'elsewhere', earlierId: 'later' }], scorer)).toEqual(rows);
});

it('follows what was told three times, and ends in a circle', () => {
  const rows = [row('first', 0.9), row('second', 0.7), row('third', 0.5)];
  const twice = [
    { laterId: 'second', earlierId: 'first' },
    { laterId: 'third', earlierId: 'second' },
  ];
  expect(order(newerFirst(rows, twice, scorer))).toEqual(['third', 'second', 'first']);
  expect(newerFirst(rows, [...twice, { laterId: 'first', earlierId: 'third' }], scorer)).toHaveLength(3);
});

it('reaches a low score by meaning alone, however recent and important a memory is', () => {
  const rows = [row('earlier', 0.9, { recency: 1, importance: 1 }), row('later', 0.25, { recency: 0, importance: 0 })];
  const [later, earlier] = newerFirst(rows, [{ laterId: 'later', earlierId: 'earlier' }], scorer);
  expect(later?.id).toBe('later');
  expect(earlier?.score).toBeLessThan(later?.score ?? 0);
});
