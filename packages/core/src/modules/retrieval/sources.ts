import { ASSISTANT } from '@hippocamp/shared/language/statement';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import {
  type Blend,
  cosineOfWords,
  evidence,
  type Parts,
  partsOfEvidence,
  recency,
} from '@hippocamp/shared/scoring/score';
import type { IndexPart, ListRound, RowFacts, TopKSources } from '@hippocamp/shared/scoring/top-k-sources';
import { dotProduct } from '@hippocamp/shared/scoring/vectors';
import { dot } from '@hippocamp/shared/text/terms';
import { LRUCache } from 'lru-cache';
import type { Lexicon } from '../../ports/lexicon.js';
import type { MemoryFacts, MemoryFilter, NearRows, RecordLists, TenantRecords } from '../../ports/records.js';
import type { BlendedHit, IndexFilter, IndexParts, IndexQuestion, VectorIndex } from '../../ports/vector-index.js';
import { textParts } from '../in-parts.js';
import type { MemoryVectors, VectorsNow } from '../indexing/memory-vectors.js';
import { createMemoryFields, type MemoryFields } from '../indexing/write-states.js';
import { MAY_SUPERSEDE } from '../memory-store/replacements.js';
import { yieldToEventLoop } from '../waiting.js';

interface Read {
  vector: Float32Array | null;
  /** True when its vector is still to be made. */
  awaits: boolean;
  fields: MemoryFields;
}

type Unindexed = RecordLists['unindexed'];

type ReadUnindexed = (
  tenant: TenantId,
  rows: Unindexed,
  embedderId: string | null,
) => Promise<ReadonlyMap<string, Read>>;

/** Rows, and bytes of them, in the cache of what was read: a long text of many words takes 1 MB. */
const [CACHED, MOST_BYTES] = [1000, 20_000_000];

/** A dimension and a value of a term are two numbers. */
const bytesOf = ({ vector, fields: { own, context } }: Read): number =>
  1000 + (vector?.byteLength ?? 0) + 16 * (own.indices.length + context.indices.length);

const noVectors: VectorsNow = { vectors: [], waiting: [] };

const cacheKeyOf = (tenant: TenantId, { id, version }: Unindexed[number], embedderId: string | null) =>
  `${tenant}\n${id}\n${version}\n${embedderId}`;

/** Reads each version of a row once, however many questions come before it is indexed. */
export function createReadUnindexed({
  vectorsOf,
  lexicon,
  mostBytes = MOST_BYTES,
}: {
  vectorsOf: MemoryVectors['of'];
  lexicon: Lexicon;
  mostBytes?: number;
}): ReadUnindexed {
  const fieldsOf = createMemoryFields(lexicon);
  const cache = new LRUCache<string, Read>({ max: CACHED, maxSize: mostBytes, sizeCalculation: bytesOf });

  const readNow = async (tenant: TenantId, rows: Unindexed, embedderId: string | null) => {
    const [found, fields] = await Promise.all([
      embedderId !== null ? vectorsOf(tenant, rows).catch(() => null) : noVectors,
      fieldsOf(tenant, rows),
    ]);
    const waiting = new Set(found?.waiting ?? rows.map(({ id }) => id));
    const reads = fields.map(
      (each, place): Read => ({
        vector: found?.vectors[place] ?? null,
        awaits: waiting.has(rows[place]?.id ?? ''),
        fields: each,
      }),
    );
    return { reads, isWhole: found !== null && found.waiting.length === 0 };
  };

  const readNew = async (tenant: TenantId, rows: Unindexed, embedderId: string | null): Promise<[string, Read][]> => {
    const { reads, isWhole } = await readNow(tenant, rows, embedderId);
    return rows.flatMap((row, place): [string, Read][] => {
      const found = reads[place];
      if (!found) return [];
      // A row that still lacks its vector is read again by the next question.
      if (isWhole) cache.set(cacheKeyOf(tenant, row, embedderId), found);
      return [[row.id, found]];
    });
  };

  return async (tenant, rows, embedderId) => {
    const known = rows.flatMap((row): [string, Read][] => {
      const cached = cache.get(cacheKeyOf(tenant, row, embedderId));
      return cached ? [[row.id, cached]] : [];
    });
    const found = new Map(known);
    for (const part of textParts(rows.filter(({ id }) => !found.has(id)))) {
      for (const [id, each] of await readNew(tenant, part, embedderId)) found.set(id, each);
      await yieldToEventLoop();
    }
    return found;
  };
}

interface SourceDependencies {
  tenant: TenantId;
  records: TenantRecords;
  index: VectorIndex;
  readUnindexed: ReadUnindexed;
  question: IndexQuestion & { blend: Blend };
  embedderId: string;
  filter: MemoryFilter;
  k: number;
  unindexedLimit: number;
  /** Called when not all waiting rows were read. Rejects when too much is out of reach. */
  countUnsearchable(read: number): Promise<unknown>;
  /** Called when memories lack their vectors. `unindexed` are those among the rows that wait for the index. */
  awaitsVectors(unindexed: readonly string[]): void;
  onNear(rows: NearRows): void;
  now: Date;
}

/** Narrower filters are left to the records: the index may pass too much, never too little. */
const indexFilter = (filter: MemoryFilter): IndexFilter => ({
  ownerEntityId: filter.ownerEntityId,
  owners: filter.owners,
  tiers: filter.tiers,
  tags: filter.tags ?? filter.tagsAll,
  sourceArtifactId: filter.sourceArtifactId,
  sessionId: filter.sessionId,
  createdAfter: filter.createdAfter,
  createdBefore: filter.createdBefore,
  includeSuperseded: filter.includeSuperseded || filter.asOf !== undefined,
});

const partsOf = ({ dense, lexical }: Omit<IndexParts, 'version'>, blend: Blend): Record<IndexPart, number> => ({
  dense: dense ?? cosineOfWords(lexical, blend),
  ...lexical,
});

/** Scores rows from their text that the index does not hold at their version. */
const scoreUnindexed = async (
  rows: Unindexed,
  { tenant, readUnindexed, question, embedderId, now }: SourceDependencies,
) => {
  const read = await readUnindexed(tenant, rows, question.dense === null ? null : embedderId);
  const awaiting = [...read].flatMap(([id, { awaits }]) => (awaits ? [id] : []));
  const parts = new Map(
    rows.flatMap((row): [string, Parts][] => {
      const found = read.get(row.id);
      if (!found) return [];
      const { vector, fields } = found;
      const dense = question.dense && vector && dotProduct(question.dense, vector);
      const lexical = { own: dot(question.sparse, fields.own), context: dot(question.sparse, fields.context) };
      const parts = {
        ...partsOf({ dense, lexical }, question.blend),
        recency: recency(row.tier, row.recencyAt, now),
        importance: row.importanceScore,
        session: 0,
        ofAssistant: row.speaker === ASSISTANT,
      };
      return [[row.id, parts]];
    }),
  );
  return { parts, awaiting };
};

const recordLists = (lists: RecordLists, now: Date): ListRound['records'] => [
  ...lists.recency.map(({ entries }) => ({
    part: 'recency' as const,
    entries: entries.map(({ id, tier, recencyAt }) => ({ id, value: recency(tier, recencyAt, now) })),
  })),
  {
    part: 'importance',
    entries: lists.importance.map(({ id, importanceScore }) => ({ id, value: importanceScore })),
  },
];

/** The hits as separate lists, with upper bounds for all other rows. */
function blendedLists(hits: readonly BlendedHit[], m: number, blend: Blend): Pick<ListRound, 'index' | 'bounds'> {
  const rows = hits.map((hit) => ({ id: hit.id, version: hit.version, parts: partsOf(hit, blend) }));
  const list = (part: IndexPart) => rows.map(({ id, version, parts }) => ({ id, version, value: parts[part] }));
  const last = rows.length < m ? undefined : rows.at(-1);
  return {
    index: { dense: list('dense'), own: list('own'), context: list('context') },
    bounds: partsOfEvidence(last ? evidence(last.parts, blend) : 0, blend),
  };
}

/** The share of an index's best rows whose facts are read together with the lists. Those of more are read some at a time. */
const lookedUp = (m: number) => Math.min(Math.ceil(0.4 * m), 400);

/** Rows that come whole with the lists. More of them are read once it is known which. */
const MOST_WHOLE = 200;

/**
 * An index that blends by itself reads long lists cheaply, and a longer list lowers the bounds of the other rows.
 * The lists of the records may be shorter beside it: what they rule out is little.
 */
const DEEPER = 4;
const recordRowsBeside = (m: number) => Math.max(100, Math.ceil(m / 2));

/** A blending index is asked first, so that the facts of its hits come with the records in one round trip. */
async function bothLists(
  { tenant, index, question, filter, k, unindexedLimit, records: { memories } }: SourceDependencies,
  m: number,
): Promise<
  [
    Pick<ListRound, 'index' | 'bounds' | 'withoutVector' | 'exact' | 'recordRows'>,
    RecordLists,
    lookedUp: readonly string[],
  ]
> {
  const forIndex = indexFilter(filter);
  const best = await index.blended?.(tenant, question, forIndex, DEEPER * m);
  if (best) {
    const ids = best.slice(0, lookedUp(m)).map(({ id }) => id);
    const recordRows = recordRowsBeside(m);
    const rows = await memories.lists(filter, recordRows, unindexedLimit, {
      ids,
      whole: Math.min(2 * k, MOST_WHOLE),
      replacing: MAY_SUPERSEDE,
    });
    return [{ ...blendedLists(best, DEEPER * m, question.blend), exact: true, recordRows }, rows, ids];
  }
  const [{ dense, lexical, exact }, rows] = await Promise.all([
    index.lists(tenant, question, forIndex, m),
    memories.lists(filter, m, unindexedLimit),
  ]);
  const withoutVector: ListRound['withoutVector'] = (words) => cosineOfWords(words, question.blend);
  return [{ index: { dense, ...lexical }, withoutVector, exact, recordRows: m }, rows, []];
}

const factsAt =
  (now: Date) =>
  ({ id, version, tier, recencyAt, importanceScore, ...others }: MemoryFacts): [string, RowFacts] => [
    id,
    { ...others, version, recency: recency(tier, recencyAt, now), importance: importanceScore },
  ];

export function createSources(dependencies: SourceDependencies): TopKSources {
  const { tenant, records, index, question, filter, countUnsearchable, awaitsVectors, onNear, now } = dependencies;
  return {
    async lists(m) {
      const [found, rows, named] = await bothLists(dependencies, m);
      onNear(rows.near);
      if (rows.unindexedCut) await countUnsearchable(rows.unindexed.length);
      const unindexed = await scoreUnindexed(rows.unindexed, dependencies);
      // A question without a vector makes no use of theirs.
      if (question.dense && (rows.vectorsAwaited || unindexed.awaiting.length > 0)) awaitsVectors(unindexed.awaiting);
      return {
        ...found,
        records: recordLists(rows, now),
        unindexed: unindexed.parts,
        unindexedCut: rows.unindexedCut,
        sessions: rows.sessions,
        facts: new Map<string, RowFacts | null>([
          ...named.map((id): [string, null] => [id, null]),
          ...rows.near.facts.map(factsAt(now)),
        ]),
      };
    },
    async facts(ids) {
      const rows = await records.memories.facts(ids, filter);
      return new Map(rows.map(factsAt(now)));
    },
    async scores(ids) {
      const parts = await index.scores(tenant, question, ids);
      return new Map(
        [...parts].map(([id, found]) => [id, { version: found.version, ...partsOf(found, question.blend) }]),
      );
    },
  };
}
