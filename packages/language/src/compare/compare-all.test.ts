import type { ComparedPair } from '@hippocamp/shared/language/comparison';
import { nothingRead } from '@hippocamp/shared/language/reading';
import { describe, expect, it } from 'vitest';
import { compareAll } from './compare-all.js';
import { pairFeatures } from './pair-features.js';
import { type PairHead, readPairHead } from './pair-head.js';
import { viewOf } from './sentence-view.js';

const zero = [0, 0, 0];
const names = Object.keys(pairFeatures({ older: viewOf('a'), newer: viewOf('b') }, 0));

/** As sure of one thing about all pairs. */
const headOf = (bias: number[]): PairHead =>
  readPairHead(
    JSON.stringify({
      ...{ id: 'test', same: 0.9, replaces: 0.9, replacesTold: 0.7, doubtful: 0.4, bias },
      features: Object.fromEntries(names.map((name) => [name, [0, 1, ...zero]])),
      products: Array.from({ length: (names.length * (names.length - 1)) / 2 }, () => zero),
      words: {},
    }),
  );

const textOf = (content: string) => ({ content, stems: new Set<string>(), words: [], reading: nothingRead });
const verdictOf = (older: string, newer: string, bias: number[], cosine: number | null | undefined = 0.5) => {
  const head = headOf(bias);
  const pair: ComparedPair = {
    first: textOf(newer),
    second: textOf(older),
    likeness: null,
    ...(cosine === undefined ? {} : { cosine }),
  };
  return compareAll([pair], { model: head, words: head })[0]?.verdict;
};

describe('where rules read nothing', () => {
  const sameSure = [9, 0, 0];
  const conflictSure = [0, 9, 0];
  const conflictLikely = [0, 1.1, 0];
  it.each<[string, string, number[], string | undefined]>([
    ['Plants get water on Sundays.', 'Sundays is when plants get water.', sameSure, 'same'],
    ['Plants get 2 litres.', 'Plants get 3 litres.', sameSure, 'unrelated'],
    ['Standup is at nine.', 'Standup slipped to ten.', conflictSure, 'replaces'],
    ['Standup is at nine.', 'Somebody said standup slipped to ten.', conflictSure, 'may_replace'],
    ['Standup is at nine.', 'Standup was nice.', conflictLikely, 'may_replace'],
    ['Standup is at nine.', 'Standup was nice.', zero, 'unrelated'],
    ['We fly tomorrow (2026-01-12).', 'We fly tomorrow (2026-01-13).', conflictSure, 'unrelated'],
  ])('a head judges: %s / %s', (older, newer, bias, verdict) => {
    expect(verdictOf(older, newer, bias)).toBe(verdict);
  });

  it('nobody judges who was not asked to', () => {
    const head = headOf(conflictSure);
    const pair = { first: textOf('Standup slipped to ten.'), second: textOf('Standup is at nine.'), likeness: null };
    expect(compareAll([pair], { model: head, words: head })).toEqual([{ verdict: 'unrelated', sure: 1 }]);
  });
});
