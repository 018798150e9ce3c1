import type { TenantId } from '@hippocamp/shared/schemas/common';
import { dot } from '@hippocamp/shared/scoring/lexical';
import { recency } from '@hippocamp/shared/scoring/recency';
import type { Parts } from '@hippocamp/shared/scoring/score';
import type { Facts, ListRound, TopKSources } from '@hippocamp/shared/scoring/top-k';
import type { Embedder } from '../../ports/embedder.js';
import type { Lexicon } from '../../ports/lexicon.js';
import type { MemoryFilter, RecordLists, TenantRecords } from '../../ports/records.js';
import type { IndexFilter, IndexQuestion, VectorIndex } from '../../ports/vector-index.js';
import { breathe } from '../breathe.js';
import { inParts } from '../indexing/in-parts.js';

export interface SourceDependencies {
  tenant: TenantId;
  records: TenantRecords;
  index: VectorIndex;
  embedder: Embedder;
  lexicon: Lexicon;
  question: IndexQuestion;
  filter: MemoryFilter;
  unindexedLimit: number;
  now: Date;
}

/** What an index can do of the exact filter. It may pass more, so members it does not know are left out. */
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

const cosine = (first: Float32Array | null, second: Float32Array | null): number =>
  first && second ? first.reduce((sum, value, position) => sum + value * (second[position] ?? 0), 0) : -1;

type Unindexed = RecordLists['unindexed'];

const nothing = { indices: [], values: [] };

/** Text of such rows that one question may read, UTF-16 units; what is beyond is left out, and the answer says so. */
const MOST_UNITS = 1_000_000;

const within = (rows: Unindexed): Unindexed => {
  let units = 0;
  return rows.filter(({ content, context }) => {
    units += content.length + (context?.length ?? 0);
    return units <= MOST_UNITS;
  });
};

/** Rows that the index does not hold at their version get their parts here, from their text. */
const scoreUnindexed = async (rows: Unindexed, { embedder, lexicon, question, now }: SourceDependencies) => {
  const scored = new Map<string, Parts>();
  for (const part of inParts(within(rows))) {
    const texts = part.map((row) => row.content);
    const [vectors, fields] = await Promise.all([
      question.dense ? embedder.embed(texts, 'memory').catch(() => []) : [],
      lexicon.fields(part),
    ]);
    for (const [position, row] of part.entries()) {
      scored.set(row.id, {
        dense: cosine(question.dense, vectors[position] ?? null),
        own: dot(question.sparse, fields[position]?.own ?? nothing),
        context: dot(question.sparse, fields[position]?.context ?? nothing),
        recency: recency(row.tier, row.recencyAt, now),
        importance: row.importanceScore,
      });
    }
    await breathe();
  }
  return scored;
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

/** The lists, facts and random accesses of one question, over the index and the records of one tenant. */
export function createSources(dependencies: SourceDependencies): TopKSources {
  const { tenant, records, index, question, filter, unindexedLimit, now } = dependencies;
  const forIndex = indexFilter(filter);
  return {
    async lists(m) {
      const [found, rows] = await Promise.all([
        index.lists(tenant, question, forIndex, m),
        records.memories.lists(filter, m, unindexedLimit),
      ]);
      const unindexed = await scoreUnindexed(rows.unindexed, dependencies);
      return {
        index: { dense: found.dense, own: found.lexical.own, context: found.lexical.context },
        exact: found.exact,
        records: recordLists(rows, now),
        unindexed,
        unindexedCut: rows.unindexedCut || unindexed.size < rows.unindexed.length,
      };
    },
    async facts(ids) {
      const rows = await records.memories.facts(ids, filter);
      return new Map(
        rows.map((row): [string, Facts] => [
          row.id,
          { version: row.version, recency: recency(row.tier, row.recencyAt, now), importance: row.importanceScore },
        ]),
      );
    },
    async scores(ids) {
      const parts = await index.scores(tenant, question, ids);
      return new Map(
        [...parts].map(([id, { version, dense, lexical }]) => [id, { version, dense: dense ?? -1, ...lexical }]),
      );
    },
  };
}
