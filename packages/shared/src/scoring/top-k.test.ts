import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseWeights, type Parts, type Scorer, score } from './score.js';
import { type IndexPart, indexParts, type ListRound, topK } from './top-k.js';

interface Row extends Parts {
  id: string;
  group: 0 | 1;
  /** Whether the exact filter passes it, and whether the index does: the index may pass too much. */
  passes: boolean;
  indexPasses: boolean;
  indexed: boolean;
  hasDense: boolean;
}

const grid = fc.integer({ min: 0, max: 20 }).map((value) => value / 20);
const row = fc.record({
  dense: fc.integer({ min: -20, max: 20 }).map((value) => value / 20),
  own: grid,
  context: grid,
  recency: grid,
  importance: fc.oneof(fc.constant(0.5), grid),
  group: fc.constantFrom<0 | 1>(0, 1),
  passes: fc.boolean(),
  indexPasses: fc.boolean(),
  indexed: fc.integer({ min: 0, max: 9 }).map((value) => value > 0),
  hasDense: fc.integer({ min: 0, max: 9 }).map((value) => value > 0),
});

const rowsOf = (bare: (typeof row extends fc.Arbitrary<infer T> ? T : never)[]): Row[] =>
  bare.map((value, index) => ({
    ...value,
    id: String(index).padStart(6, '0'),
    dense: value.hasDense ? value.dense : -1,
    indexPasses: value.indexPasses || value.passes,
  }));

const sorted = (entries: { id: string; value: number }[], m: number) =>
  entries.sort((first, second) => second.value - first.value || (first.id < second.id ? -1 : 1)).slice(0, m);

/** An index and records over plain rows. `accesses` counts what is read. */
const sourcesOver = (rows: Row[]) => {
  const byId = new Map(rows.map((value) => [value.id, value]));
  const indexList = (part: IndexPart, m: number) =>
    sorted(
      rows
        .filter((value) => value.indexed && value.indexPasses && (part === 'dense' ? value.hasDense : value[part] > 0))
        .map((value) => ({ id: value.id, value: value[part] })),
      m,
    ).map((entry) => ({ ...entry, version: 1 }));
  const recordList = (keep: (value: Row) => boolean, part: 'recency' | 'importance', m: number) => ({
    part,
    entries: sorted(
      rows.filter((value) => value.passes && keep(value)).map((value) => ({ id: value.id, value: value[part] })),
      m,
    ),
  });
  return {
    lists: async (m: number): Promise<ListRound> => ({
      index: { dense: indexList('dense', m), own: indexList('own', m), context: indexList('context', m) },
      exact: true,
      records: [
        recordList((value) => value.group === 0, 'recency', m),
        recordList((value) => value.group === 1, 'recency', m),
        recordList(() => true, 'importance', m),
      ],
      unindexed: new Map(rows.filter((value) => value.passes && !value.indexed).map((value) => [value.id, value])),
      unindexedCut: false,
    }),
    facts: async (ids: readonly string[]) =>
      new Map(
        ids.flatMap((id) => {
          const found = byId.get(id);
          return found?.passes
            ? [[id, { version: 1, recency: found.recency, importance: found.importance }] as const]
            : [];
        }),
      ),
    scores: async (ids: readonly string[]) =>
      new Map(
        ids.flatMap((id) => {
          const found = byId.get(id);
          return found?.indexed
            ? [[id, { version: 1, dense: found.dense, own: found.own, context: found.context }] as const]
            : [];
        }),
      ),
  };
};

const request = fc.record({
  k: fc.integer({ min: 1, max: 12 }),
  minScore: fc.oneof(fc.constant(0), grid),
  alpha: fc.constantFrom(0, 0.35, 1),
  weights: fc
    .record({ semantic: grid, recency: grid, importance: grid })
    .filter((value) => value.semantic + value.recency + value.importance > 0),
});

describe('the top k', () => {
  it('has the scores of the full scan, in thousands of random cases', { tags: ['long'] }, async () => {
    let cases = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 300, size: 'max' }), request, async (bare, asked) => {
        const rows = rowsOf(bare);
        const scorer: Scorer = { weights: normaliseWeights(asked.weights), lo: 0.1, hi: 0.8, alpha: asked.alpha };
        const scoreOf = (parts: Parts) => score(parts, scorer);
        const found = await topK({ ...asked, score: scoreOf, rowLimit: 1e9 }, sourcesOver(rows));
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
        id: String(index).padStart(6, '0'),
        group: 0,
        passes: true,
        indexPasses: true,
        indexed: true,
        hasDense: true,
      };
    });
    const scorer: Scorer = { weights: normaliseWeights(undefined), lo: 0, hi: 1, alpha: 0.5 };
    const found = await topK(
      { k: 10, minScore: 0, score: (parts) => score(parts, scorer), rowLimit: 20_000 },
      sourcesOver(rows),
    );
    expect(found.rounds).toBe(1);
    expect(found.rowsRead).toBeLessThanOrEqual(500);
    expect(found.ranked.map((entry) => entry.id)).toEqual(rows.slice(0, 10).map((value) => value.id));
  });

  it('says that it is approximate when the row limit cuts it off', async () => {
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
        id: String(index).padStart(6, '0'),
        group: 0,
        passes: true,
        indexPasses: true,
        indexed: true,
        hasDense: true,
      };
    });
    const scorer: Scorer = { weights: normaliseWeights(undefined), lo: 0, hi: 1, alpha: 1 };
    const found = await topK(
      { k: 10, minScore: 0, score: (parts) => score(parts, scorer), rowLimit: 100 },
      sourcesOver(rows),
    );
    expect(found.approximate).toBe(true);
    expect(found.ranked).toHaveLength(10);
  });
});
