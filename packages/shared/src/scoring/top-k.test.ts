import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseWeights, type Parts, type Scorer, score, wordsAlone } from './score.js';
import { cosines, grid, type Row, row, rowsOf, sourcesOver } from './testing/sources.js';
import { topK } from './top-k.js';
import { indexParts } from './top-k-sources.js';

const request = fc.record({
  k: fc.integer({ min: 1, max: 12 }),
  minScore: fc.oneof(fc.constant(0), grid),
  alpha: fc.constantFrom(0, 0.35, 1),
  blended: fc.boolean(),
  weights: fc
    .record({ semantic: grid, recency: grid, importance: grid })
    .filter((value) => value.semantic + value.recency + value.importance > 0),
});

const scorerOf = (
  weights: Partial<Scorer['weights']> | undefined,
  rest: Pick<Scorer, 'lo' | 'hi' | 'alpha'>,
): Scorer => ({
  ...rest,
  weights: normaliseWeights(weights),
  scale: wordsAlone,
  namesSpeaker: false,
});

const everything = { passes: () => true, sessionStage: 0 };

describe('the top k', () => {
  it('has the scores of the full scan, in thousands of random cases', { tags: ['long'] }, async () => {
    let cases = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 300, size: 'max' }), request, async (bare, asked) => {
        const rows = rowsOf(bare);
        const scorer = scorerOf(asked.weights, { ...cosines, alpha: asked.alpha });
        const scoreOf = (parts: Parts) => score(parts, scorer);
        const passes = (parts: Parts) => scoreOf(parts) >= asked.minScore;
        const found = await topK(
          { k: asked.k, score: scoreOf, passes, sessionStage: 0, rowLimit: 1e9 },
          sourcesOver(rows, asked.blended ? scorer : undefined),
        );
        const full = rows
          .filter((value) => value.passes)
          .map(scoreOf)
          .filter((value) => value >= asked.minScore)
          .sort((first, second) => second - first)
          .slice(0, asked.k);
        expect(found.ranked.map((entry) => entry.score)).toEqual(full);
        for (const entry of found.ranked) {
          const truth = rows.find((value) => value.id === entry.id) as Row;
          for (const part of indexParts) expect(entry.parts[part]).toBe(truth[part]);
        }
        expect(found.approximate).toBe(false);
        cases += 1;
      }),
      { numRuns: 2000, seed: 20_260_301 },
    );
    expect(cases).toBeGreaterThanOrEqual(2000);
  });

  it('stops after one round where the lists agree, without reading everything', async () => {
    const rows = Array.from({ length: 5000 }, (_, index): Row => {
      const value = 1 - index / 5000;
      const parts = { dense: value, own: value, context: value, recency: value, importance: value };
      return {
        ...parts,
        session: 0,
        said: null,
        toldIn: null,
        ofAssistant: false,
        id: String(index).padStart(6, '0'),
        group: 0,
        passes: true,
        indexPasses: true,
        indexed: true,
        hasDense: true,
      };
    });
    const scorer = scorerOf(undefined, { lo: 0, hi: 1, alpha: 0.5 });
    const found = await topK(
      { ...everything, k: 10, score: (parts) => score(parts, scorer), rowLimit: 20_000 },
      sourcesOver(rows),
    );
    expect(found.rounds).toBe(1);
    expect(found.rowsRead).toBeLessThanOrEqual(500);
    expect(found.ranked.map((entry) => entry.id)).toEqual(rows.slice(0, 10).map((value) => value.id));
  });

  describe('of rows that no short lists tell apart', () => {
    const rows = Array.from({ length: 3000 }, (_, index): Row => {
      const parts = {
        dense: (index % 100) / 100,
        own: 0,
        context: 0,
        recency: (index % 97) / 97,
        importance: (index % 89) / 89,
      };
      return {
        ...parts,
        session: 0,
        said: null,
        toldIn: null,
        ofAssistant: false,
        id: String(index).padStart(6, '0'),
        group: 0,
        passes: true,
        indexPasses: true,
        indexed: true,
        hasDense: true,
      };
    });
    const scorer = scorerOf(undefined, { lo: 0, hi: 1, alpha: 1 });
    it('asks nothing of what the index found where the records tell all that passes', async () => {
      const few = rows.map((value, index) => ({ ...value, passes: index % 100 === 7 }));
      const asked: string[] = [];
      const sources = sourcesOver(few, scorer);
      const facts = (ids: readonly string[]) => {
        asked.push(...ids);
        return sources.facts(ids);
      };
      const request = { ...everything, k: 10, score: (parts: Parts) => score(parts, scorer), rowLimit: 1e9 };
      const found = await topK(request, { ...sources, facts });
      expect(found).toMatchObject({ rounds: 1, approximate: false });
      expect(found.ranked).toHaveLength(10);
      expect(asked.filter((id) => Number(id) % 100 !== 7)).toEqual([]);
    });

    it.each([1, 10])('asks a few times where nothing that passes is relevant: for %i', async (k) => {
      const others = rows.map((value) => ({ ...value, passes: value.dense < 0.4 }));
      const sources = sourcesOver(others, scorer);
      const asked: number[] = [];
      const facts = (ids: readonly string[]) => {
        asked.push(ids.length);
        return sources.facts(ids);
      };
      const passes = ({ dense }: Parts) => dense >= 0.5;
      const request = { ...everything, k, passes, score: (parts: Parts) => score(parts, scorer), rowLimit: 1e9 };
      const { ranked, rounds } = await topK(request, { ...sources, facts });
      expect(ranked).toEqual([]);
      // Twice as many each time, of 1,500 that are relevant.
      expect(asked.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(1000);
      expect(asked.length).toBeLessThanOrEqual(10 * rounds);
    });

    const within = (rowLimit: number) =>
      topK({ ...everything, k: 10, score: (parts) => score(parts, scorer), rowLimit }, sourcesOver(rows));

    it('says that it is approximate when the row limit cuts it off', async () => {
      const found = await within(100);
      expect(found.approximate).toBe(true);
      expect(found.ranked).toHaveLength(10);
    });

    it('asks for no more rows than are left', async () => {
      const { rowsRead: first, rounds } = await within(100);
      expect(rounds).toBe(1);
      expect((await within(1e9)).rowsRead).toBeGreaterThan(4 * first);
      // As many as the first round had would tell nothing new.
      const found = await Promise.all([2, 3, 4].map((times) => within(times * first)));
      expect(found.map(({ rowsRead }) => rowsRead / first)).toEqual([1, 3, 4]);
      expect(found[0]?.approximate).toBe(true);
    });
  });
});
