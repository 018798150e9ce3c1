import type { ComparedPair, Comparison } from '@hippocamp/shared/language/comparison';
import { expect, it } from 'vitest';
import type { PairReader } from '../../ports/pair-reader.js';
import { tenantNamed } from '../../testing/builders.js';
import { comparePairs, type Pair } from './compare-pairs.js';

const tenant = tenantNamed('acme');
const unrelated: Comparison = { verdict: 'unrelated', sure: 1 };
const read = { same: 0, conflict: 0.9, different: 0.1 };
const pair = (newer: string, older: string, near: number | null = 0.5): Pair => ({ older, newer, near });

/** Says of each pair what was read of it. */
const stage = (relate: PairReader['relate'] | null) => {
  const asked: (readonly (readonly [string, string])[])[] = [];
  const language = {
    readable: async (_tenant: unknown, pairs: readonly object[]) => pairs.map(() => true),
    compare: async (_tenant: unknown, pairs: readonly ComparedPair[]) =>
      pairs.map(
        ({ relations }): Comparison => (relations ? { verdict: 'replaces', sure: relations.conflict } : unrelated),
      ),
  };
  const pairReader = relate && {
    relate: (...given: Parameters<PairReader['relate']>) => {
      asked.push(given[1]);
      return relate(...given);
    },
  };
  return { asked, compare: (pairs: readonly Pair[]) => comparePairs(tenant, pairs, { language, pairReader }) };
};

const readsAll: PairReader['relate'] = async (_tenant, pairs) => pairs.map(() => read);

it('without a reader compares texts alone', async () => {
  expect(await stage(null).compare([pair('ten', 'nine'), pair('tea', 'milk')])).toEqual([unrelated, unrelated]);
});

it('reads what is near, the older first, and nothing else', async () => {
  const { asked, compare } = stage(readsAll);
  expect(await compare([pair('tea', 'milk', null), pair('ten', 'nine')])).toEqual([
    unrelated,
    { verdict: 'replaces', sure: 0.9 },
  ]);
  expect(asked).toEqual([[['nine', 'ten']]]);
});

it('reads the nearest of a statement, and of a text the nearest of all', async () => {
  const { asked, compare } = stage(readsAll);
  const pairs = Array.from({ length: 60 }, (_, place) => pair(`new ${place % 3}`, `old ${place}`, place / 60));
  const found = await compare(pairs);
  expect(found.filter(({ verdict }) => verdict === 'replaces')).toHaveLength(24);
  expect(asked[0]?.slice(0, 2)).toEqual([
    ['old 59', 'new 2'],
    ['old 58', 'new 1'],
  ]);
  const many = Array.from({ length: 20 }, (_, place) => pair('new', `old ${place}`));
  expect((await compare(many)).filter(({ verdict }) => verdict === 'replaces')).toHaveLength(8);
});

it('holds as unrelated what nobody could read', async () => {
  expect(await stage(async (_tenant, pairs) => pairs.map(() => null)).compare([pair('ten', 'nine')])).toEqual([
    unrelated,
  ]);
});
