import type { ComparedPair, Relations } from '@hippocamp/shared/language/comparison';
import { nothingRead } from '@hippocamp/shared/language/reading';
import { describe, expect, it } from 'vitest';
import { compareAll } from './compare-all.js';
import { pairFeatures } from './pair-features.js';
import { type PairHead, readPairHead } from './pair-head.js';
import { viewOf } from './sentence-view.js';

const zero = [0, 0, 0];
const names = Object.keys(pairFeatures({ older: viewOf('a'), newer: viewOf('b') }));

/** As sure of one thing about all pairs. */
const headOf = (bias: number[]): PairHead =>
  readPairHead(
    JSON.stringify({
      ...{ id: 'test', same: 0.9, sameInSpite: 0.995, bias },
      ...{ replaces: 0.9, replacesTold: 0.7, replacesInSpite: 0.995, doubtful: 0.4 },
      features: Object.fromEntries(names.map((name) => [name, [0, 1, ...zero]])),
      products: Array.from({ length: (names.length * (names.length - 1)) / 2 }, () => zero),
      words: {},
    }),
  );

const textOf = (content: string) => ({ content, stems: new Set<string>(), words: [], reading: nothingRead });

const asked = (older: string, newer: string): ComparedPair => {
  return { first: textOf(newer), second: textOf(older), likeness: null };
};

/** Sure of nothing, whose bounds are as strict. */
const judges = (bias: number[]) => {
  const words = headOf(bias);
  return { words, reader: words };
};

const [sameSure, conflictSure] = [
  { same: 0.99, conflict: 0.005, different: 0.005 },
  { same: 0.005, conflict: 0.99, different: 0.005 },
];
const [sameSurer, conflictSurer] = [
  { same: 0.996, conflict: 0.002, different: 0.002 },
  { same: 0.002, conflict: 0.996, different: 0.002 },
];
const conflictLikely = { same: 0.2, conflict: 0.55, different: 0.25 };
const unknown = { same: 0.3, conflict: 0.3, different: 0.4 };

/** Whatever a reader makes of it, the words hold it for a change. */
const conflictAlone = [-20, 20, -20];

describe('where rules read nothing', () => {
  it.each<[string, string, Relations, string | undefined]>([
    ['Plants get water on Sundays.', 'Sundays is when plants get water.', sameSure, 'same'],
    ['Plants get 2 litres.', 'Plants get 3 litres.', sameSure, 'unrelated'],
    ['I drink milk.', 'I never drink milk.', sameSure, 'unrelated'],
    ['I drink milk.', 'I never drink milk.', sameSurer, 'same'],
    ['Standup is at nine.', 'Standup slipped to ten.', conflictSure, 'replaces'],
    ['Standup is at nine.', 'Standup is at ten again.', conflictSure, 'may_replace'],
    ['Standup is at nine.', 'Standup is at ten again.', conflictSurer, 'replaces'],
    ['Standup is at nine.', 'Somebody said standup slipped to ten.', conflictSure, 'may_replace'],
    ['Standup is at nine.', 'Standup was nice.', conflictLikely, 'may_replace'],
    ['Standup is at nine.', 'Standup was nice.', unknown, 'unrelated'],
    ['We fly tomorrow (2026-01-12).', 'We fly tomorrow (2026-01-13).', conflictSure, 'unrelated'],
  ])('a reader of both judges: %s / %s', (older, newer, relations, verdict) => {
    const { reader } = judges(zero);
    const [found] = compareAll([{ ...asked(older, newer), relations }], { words: headOf(conflictAlone), reader });
    expect(found?.verdict).toBe(verdict);
  });

  it('a reader is not enough where the words hold it for impossible that anything has changed', () => {
    const pair = { ...asked('Standup is at nine.', 'Standup slipped to ten.'), relations: conflictSurer };
    const { words, reader } = judges([0, -20, 0]);
    expect(compareAll([pair], { words, reader })[0]?.verdict).toBe('unrelated');
  });

  it('another value in the same words that holds from now on takes the place of the older one, in one text too', () => {
    const pair = { ...asked('A lesson costs 38 pounds.', 'From now on a lesson costs 42 pounds.'), byRules: true };
    expect(compareAll([pair], judges(zero))[0]).toEqual({ verdict: 'replaces', sure: 1 });
    const number = asked('The boiler has the number KX-2290.', 'Correction: The boiler has the number KX-2920.');
    expect(compareAll([number], judges(zero))[0]?.verdict).toBe('replaces');
    const own = { ...asked('I have two cats.', 'I have three cats now.'), byRules: true };
    expect(compareAll([own], judges(zero))[0]?.verdict).toBe('unrelated');
  });

  it('what is of one time takes the place of nothing that holds for longer, by whatever', () => {
    const lesson = asked('A lesson costs 38 pounds.', 'This week only, a lesson now costs 42 pounds.');
    expect(compareAll([{ ...lesson, relations: conflictSurer }], judges(zero))[0]?.verdict).toBe('unrelated');
  });

  const moved = asked('Standup is at nine.', 'Standup slipped to ten.');

  it('a reader is to be asked, unless words leave no doubt that both may be so', () => {
    const even = 1 / 3;
    expect(compareAll([moved], judges(zero))).toEqual([
      { verdict: 'unrelated', sure: 1, open: { same: even, conflict: even, different: even } },
    ]);
    expect(compareAll([moved], judges([0, 0, 9]))).toEqual([{ verdict: 'unrelated', sure: 1 }]);
  });

  it('what words said of it before is not asked again', () => {
    const guessed = { same: 0, conflict: 1, different: 0 };
    expect(compareAll([{ ...moved, guessed }], judges([0, 0, 9]))[0]?.open).toEqual(guessed);
  });

  it('words judge where there is no reader', () => {
    const [found] = compareAll([{ ...moved, relations: null }], judges([0, 9, 0]));
    expect(found?.verdict).toBe('replaces');
  });

  it('nobody judges what is left to rules', () => {
    const left = { ...moved, byRules: true };
    expect(compareAll([left], judges([0, 9, 0]))).toEqual([{ verdict: 'unrelated', sure: 1 }]);
  });
});
