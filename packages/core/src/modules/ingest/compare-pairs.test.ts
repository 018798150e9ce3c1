import type { ComparedPair, Comparison } from '@hippocamp/shared/language/comparison';
import { nothingRead } from '@hippocamp/shared/language/reading';
import { expect, it } from 'vitest';
import type { PairReader } from '../../ports/pair-reader.js';
import { tenantNamed } from '../../testing/builders.js';
import { comparePairs } from './compare-pairs.js';

const tenant = tenantNamed('acme');
const unrelated: Comparison = { verdict: 'unrelated', sure: 1 };
const guessed = { same: 0.1, conflict: 0.6, different: 0.3 };
const read = { same: 0, conflict: 0.9, different: 0.1 };

const { stems: _stems, ...reading } = { ...nothingRead };
const text = (content: string): ComparedPair['first'] => ({ content, stems: new Set(), words: [], reading });
const pair = (first: string, second: string): ComparedPair => ({
  first: text(first),
  second: text(second),
  likeness: null,
});

/** Leaves open what ends in a question mark; says what it was asked. */
const stage = (pairReader: PairReader | null) => {
  const asked: (readonly ComparedPair[])[] = [];
  const language = {
    compare: async (_tenant: unknown, pairs: readonly ComparedPair[]) => {
      asked.push(pairs);
      return pairs.map(({ first, relations }): Comparison => {
        if (relations) return { verdict: 'replaces', sure: relations.conflict };
        return first.content.endsWith('?') && relations === undefined ? { ...unrelated, open: guessed } : unrelated;
      });
    },
  };
  return { asked, compare: (pairs: readonly ComparedPair[]) => comparePairs(tenant, pairs, { language, pairReader }) };
};

it('without a reader asks once, and leaves it to words', async () => {
  const { asked, compare } = stage(null);
  expect(await compare([pair('ten?', 'nine'), pair('tea', 'milk')])).toEqual([unrelated, unrelated]);
  expect(asked.map((pairs) => pairs.map(({ relations }) => relations))).toEqual([[null, null]]);
});

it('what rules leave open is read, and decided about with what was read and what words said', async () => {
  const given: unknown[] = [];
  const { asked, compare } = stage({
    relate: async (_tenant, pairs) => {
      given.push(...pairs);
      return pairs.map(() => read);
    },
  });
  expect(await compare([pair('tea', 'milk'), pair('ten?', 'nine')])).toEqual([
    unrelated,
    { verdict: 'replaces', sure: 0.9 },
  ]);
  expect(given).toEqual([['nine', 'ten?']]);
  expect(asked[1]).toEqual([{ ...pair('ten?', 'nine'), guessed, relations: read }]);
});

it('where nothing is open nobody is asked', async () => {
  const { asked, compare } = stage({ relate: () => Promise.reject(new Error('asked')) });
  expect(await compare([pair('tea', 'milk')])).toEqual([unrelated]);
  expect(asked).toHaveLength(1);
});
