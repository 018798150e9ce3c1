import { expect, it } from 'vitest';
import { BY_CHANCE, chosenMembers, fullestBucketOf } from '../text/testing/chosen.js';
import { cleanObject, freeObject } from './common.js';

const codesOf = (value: object, schema = freeObject) =>
  schema.safeParse(value).error?.issues.map((issue) => ('params' in issue ? issue.params?.code : issue.code)) ?? [];

it.each([
  ['all 4,000 as large as a number may be', Array.from({ length: 3999 }, () => 1e308)],
  ['all as small as one may be', Array.from({ length: 3999 }, () => -5e-324)],
  ['deep in it', [{ a: Array.from({ length: 60 }, () => ({ b: Number.MAX_VALUE })) }]],
])('an object that a store would write with many times its digits is refused: %s', (_what, numbers) => {
  expect(codesOf({ numbers })).toEqual(['many_digits']);
  expect(codesOf({ numbers }, cleanObject), 'also one that an import brings').toEqual(['many_digits']);
});

it.each([
  ['a few as large as a number may be', [Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE]],
  ['an embedding', Array.from({ length: 3072 }, (_one, place) => (place % 2 === 0 ? 1.25e-7 : 0.012_345_678))],
  ['many that are written out', Array.from({ length: 2900 }, () => 123_456_789_012_345_680_000)],
])('an object with other numbers is taken: %s', (_what, numbers) => {
  expect(codesOf({ numbers })).toEqual([]);
});

it('an object deep in which names of one bucket are is looked at without listing them in a set', async () => {
  const value = { deep: chosenMembers(1000) };
  expect(await fullestBucketOf(() => freeObject.parse(value))).toBeLessThan(BY_CHANCE);
});
