import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RankRequest, rank, SESSION_STAGE } from './rank.js';
import { normaliseWeights, relevance, type Scorer, score, wordsAlone } from './score.js';

import { cosines, grid, type Row, row, rowsOf, sourcesOver } from './testing/sources.js';

/** Ranks all rows in memory: the hundred best, raised by the three best of their session, then the filters. */
function byFullScan(rows: readonly Row[], { k, minScore, minRelevance }: RankRequest, scorer: Scorer): number[] | null {
  const first = rows
    .filter(({ passes }) => passes)
    .map((value) => ({ ...value, first: score(value, scorer), relevance: relevance(value, scorer) }))
    .sort((one, other) => other.first - one.first || (one.id < other.id ? 1 : -1));
  const staged = scorer.weights.semantic > 0 && rows.some(({ said }) => said !== null);
  const best = staged ? first.slice(0, Math.max(k, SESSION_STAGE)) : first;
  // Rows of equal score are interchangeable, except that the hundredth decides which sessions count.
  if (best.length < first.length && best.at(-1)?.first === first[best.length]?.first) return null;
  const supportOf = (session: string | null) => {
    const heard = best.filter(({ said }) => said === session).map((value) => value.relevance);
    const [one = 0, two = 0, three = 0] = heard.sort((a, b) => b - a);
    return session === null || !staged ? 0 : (one + two + three) / 3;
  };
  return best
    .map((value) => ({ ...value, session: supportOf(value.said) }))
    .filter((value) => score(value, scorer) >= minScore && relevance(value, scorer) >= minRelevance)
    .map((value) => score(value, scorer))
    .sort((one, other) => other - one)
    .slice(0, k);
}

const request = fc.record({
  k: fc.integer({ min: 1, max: 12 }),
  minScore: fc.oneof(fc.constant(0), grid),
  minRelevance: fc.oneof(fc.constant(0), grid),
  expectStage: fc.boolean(),
  alpha: fc.constantFrom(0, 0.35, 1),
  namesSpeaker: fc.boolean(),
  blended: fc.boolean(),
  weights: fc
    .record({ semantic: grid, recency: grid, importance: grid })
    .filter((value) => value.semantic + value.recency + value.importance > 0),
});

const cases = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 300, size: 'max' }),
      fc.boolean(),
      request,
      async (bare, sessions, asked) => {
        const rows = rowsOf(bare, sessions);
        const { alpha, namesSpeaker, weights, blended, ...wanted } = asked;
        const scorer = { weights: normaliseWeights(weights), ...cosines, alpha, scale: wordsAlone, namesSpeaker };
        const found = await rank({ ...wanted, rowLimit: 1e9 }, scorer, sourcesOver(rows, blended ? scorer : undefined));
        const full = byFullScan(rows, { ...wanted, rowLimit: 1e9 }, scorer);
        fc.pre(full !== null);
        expect(found.ranked.map((entry) => entry.score)).toEqual(full);
        expect(found.approximate).toBe(false);
      },
    ),
    { numRuns, seed: 20_261_122, endOnFailure: true },
  );

describe('the ranking', () => {
  it('is that of a full scan in both stages', () => cases(100));
  it('is that of a full scan in both stages, in thousands of cases', { tags: ['long'] }, () => cases(2000));
});
