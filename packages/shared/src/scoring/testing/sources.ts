import fc from 'fast-check';
import { type Blend, cosineOfWords, evidence, type Parts, partsOfEvidence } from '../score.js';
import { type IndexPart, indexParts, type ListRound, type TopKSources } from '../top-k-sources.js';

/** A memory as both the index and the records know it. */
export interface Row extends Parts {
  id: string;
  /** The session that it was said in. */
  said: string | null;
  /** The message that it was told in. */
  toldIn: string | null;
  group: 0 | 1;
  /** Whether the exact filter passes it, and whether the index does: the index may pass too much. */
  passes: boolean;
  indexPasses: boolean;
  indexed: boolean;
  hasDense: boolean;
}

/** Cosines at which meaning counts 0 and 1 for all of these rows. */
export const cosines = { lo: 0.1, hi: 0.8 };

export const grid = fc.integer({ min: 0, max: 20 }).map((value) => value / 20);
export const row = fc.record({
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
  said: fc.constantFrom(null, 'monday', 'tuesday', 'a walk'),
  toldIn: fc.constantFrom(null, 'one', 'two', 'three', 'four'),
  ofAssistant: fc.boolean(),
});

export type BareRow = typeof row extends fc.Arbitrary<infer Value> ? Value : never;

export const rowsOf = (bare: readonly BareRow[], sessions = false): Row[] =>
  bare.map((value, index) => ({
    ...value,
    session: 0,
    said: sessions ? value.said : null,
    id: String(index).padStart(6, '0'),
    dense: value.hasDense ? value.dense : cosineOfWords(value, cosines),
    indexPasses: value.indexPasses || value.passes,
  }));

const sorted = (entries: { id: string; value: number }[], m: number) =>
  entries.sort((first, second) => second.value - first.value || (first.id < second.id ? -1 : 1)).slice(0, m);

/** The facts of a row that passes. */
const factsOf = ({ recency, importance, said, toldIn, ofAssistant }: Row) => ({
  ...{ version: 1, recency, importance, session: said, message: toldIn, ofAssistant: ofAssistant ?? false },
});

/** The lists of an index with all parts at hand: the best rows by evidence on each; the facts of some came with them. */
function blendedLists(rows: readonly Row[], m: number, blend: Blend): Pick<ListRound, 'index' | 'bounds' | 'facts'> {
  const best = sorted(
    rows
      .filter((value) => value.indexed && value.indexPasses)
      .map((value) => ({ id: value.id, value: evidence(value, blend) }))
      .filter(({ value }) => value > 0),
    m,
  );
  const byId = new Map(rows.map((value) => [value.id, value]));
  const list = (part: IndexPart) => best.map(({ id }) => ({ id, version: 1, value: byId.get(id)?.[part] ?? 0 }));
  const [dense, own, context] = indexParts.map(list) as [
    ReturnType<typeof list>,
    ReturnType<typeof list>,
    ReturnType<typeof list>,
  ];
  const last = best.length < m ? 0 : (best.at(-1)?.value ?? 0);
  const named = best.slice(0, Math.ceil(m / 8)).flatMap(({ id }) => byId.get(id) ?? []);
  const facts = new Map(named.map((value) => [value.id, value.passes ? factsOf(value) : null]));
  return { index: { dense, own, context }, bounds: partsOfEvidence(last, blend), facts };
}

/** An index and records over plain rows; with a blend the index has all parts at hand. */
export const sourcesOver = (rows: readonly Row[], blend?: Blend): TopKSources => {
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
  const recordRows = (m: number) => (blend ? Math.ceil(m / 2) : m);
  return {
    lists: async (m: number): Promise<ListRound> => ({
      ...(blend
        ? blendedLists(rows, 2 * m, blend)
        : {
            index: { dense: indexList('dense', m), own: indexList('own', m), context: indexList('context', m) },
            withoutVector: (words) => cosineOfWords(words, cosines),
          }),
      exact: true,
      records: [
        recordList((value) => value.group === 0, 'recency', recordRows(m)),
        recordList((value) => value.group === 1, 'recency', recordRows(m)),
        recordList(() => true, 'importance', recordRows(m)),
      ],
      recordRows: recordRows(m),
      unindexed: new Map(rows.filter((value) => value.passes && !value.indexed).map((value) => [value.id, value])),
      unindexedCut: false,
      sessions: rows.some(({ said }) => said !== null),
    }),
    facts: async (ids: readonly string[]) =>
      new Map(
        ids.flatMap((id) => {
          const found = byId.get(id);
          return found?.passes ? [[id, factsOf(found)] as const] : [];
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
