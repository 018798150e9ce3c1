import { expect, it } from 'vitest';
import { RecordsUnavailable } from '../../ports/records.js';
import { createSmallerParts } from './smaller-parts.js';

const up = { ping: async () => undefined };

/** Takes too long with more than `most` rows. Notes with how many it was tried. */
const working = (
  most: number,
  unavailable: ConstructorParameters<typeof RecordsUnavailable>[1] = { timedOut: true },
) => {
  const tried: number[] = [];
  const work = async (size: number) => {
    tried.push(size);
    if (size > most) throw new RecordsUnavailable(null, unavailable);
    return size;
  };
  return { tried, work };
};

it('tries with half as many where a transaction takes too long, and goes on with those', async () => {
  const { tried, work } = working(12);
  const inParts = createSmallerParts(up, 100);
  expect([await inParts(work), await inParts(work)]).toEqual([12, 12]);
  expect(tried).toEqual([100, 50, 25, 12, 12]);
});

it('ends with one', async () => {
  const { tried, work } = working(0);
  await expect(createSmallerParts(up, 5)(work)).rejects.toBeInstanceOf(RecordsUnavailable);
  expect(tried).toEqual([5, 2, 1]);
});

it.each([
  ['the database is away', {}, up],
  ['others held what it needs', { timedOut: true, waited: true }, up],
  ['nobody knows whether it was done', { timedOut: true, outcome: 'unknown' as const }, up],
  ['nothing answers', { timedOut: true }, { ping: async () => Promise.reject(new Error('away')) }],
])('is not tried again where %s', async (_why, unavailable, records) => {
  const { tried, work } = working(12, unavailable);
  await expect(createSmallerParts(records, 100)(work)).rejects.toBeInstanceOf(RecordsUnavailable);
  expect(tried).toEqual([100]);
});
