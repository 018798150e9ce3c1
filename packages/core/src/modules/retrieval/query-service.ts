import { performance } from 'node:perf_hooks';
import { Problem } from '@hippocamp/shared/problems';
import type { MemoryQuery, QueryAnswer } from '@hippocamp/shared/schemas/query';
import { questionTerms } from '@hippocamp/shared/scoring/lexical';
import {
  denseRelevance,
  lexicalRelevance,
  normaliseWeights,
  type Parts,
  reasonsOf,
  type Scorer,
  score,
} from '@hippocamp/shared/scoring/score';
import { type Ranked, type TopK, topK } from '@hippocamp/shared/scoring/top-k';
import type { Clock } from '../../ports/clock.js';
import type { Embedder } from '../../ports/embedder.js';
import type { Log } from '../../ports/log.js';
import type { MemoryFilter, MemoryRecord, Records } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import type { Caller } from '../caller.js';
import type { VocabularyKeeper } from '../indexing/vocabulary-keeper.js';
import { toSearchFilter } from '../memories/memory-filter.js';
import { memoryView } from '../memories/memory-view.js';
import type { Policies } from '../policies.js';
import { createQuestionEmbedder } from './question.js';
import { createSources } from './sources.js';

export interface QueryDependencies {
  records: Records;
  index: VectorIndex;
  embedder: Embedder;
  vocabulary: VocabularyKeeper;
  policies: Policies;
  clock: Clock;
  log: Log;
  /** Told of the work of each query, for metrics. */
  onQuery?: (work: Pick<TopK, 'rounds' | 'rowsRead' | 'randomAccesses' | 'approximate'>) => void;
}

export interface QueryService {
  query(caller: Caller, input: MemoryQuery): Promise<QueryAnswer>;
}

const stopwatch = () => {
  const milliseconds: Record<string, number> = {};
  return {
    milliseconds,
    async measure<Result>(stage: string, work: () => Promise<Result>): Promise<Result> {
      const start = performance.now();
      try {
        return await work();
      } finally {
        milliseconds[stage] = (milliseconds[stage] ?? 0) + Math.round((performance.now() - start) * 1000) / 1000;
      }
    },
  };
};

const explainParts = (parts: Parts, scorer: Scorer) => ({
  dense: scorer.alpha > 0 ? denseRelevance(parts.dense, scorer) : 0,
  cosine: parts.dense,
  lexical: lexicalRelevance(parts),
  own: parts.own,
  context: parts.context,
});

const byId = (records: readonly MemoryRecord[]) => new Map(records.map((record) => [record.id, record]));

interface Found {
  ranking: TopK;
  records: ReadonlyMap<string, MemoryRecord>;
  scorer: Scorer;
  degraded: boolean;
  now: Date;
  milliseconds: Record<string, number>;
}

const answer = (caller: Caller, input: MemoryQuery, found: Found): QueryAnswer => {
  const { ranking, records, scorer, degraded, now, milliseconds } = found;
  const result = (row: Ranked) => {
    const record = records.get(row.id);
    if (!record) return [];
    const memory = memoryView(caller.tenant, record, now);
    const explain = input.explain ? { explain: explainParts(row.parts, scorer) } : {};
    return [{ memory, score: row.score, reasons: reasonsOf(row.parts, scorer), ...explain }];
  };
  const { rounds, rowsRead, randomAccesses } = ranking;
  return {
    results: ranking.ranked.flatMap(result),
    query: { text: input.text, k: input.k },
    ...(ranking.approximate ? { approximate: true } : {}),
    ...(degraded ? { degraded: ['dense'] } : {}),
    ...(input.explain
      ? { explain: { weights: scorer.weights, alpha: scorer.alpha, rounds, rowsRead, randomAccesses, milliseconds } }
      : {}),
  };
};

/** Hybrid search: the true top k of the weighted score over everything that passes the filters. */
export function createQueryService(dependencies: QueryDependencies): QueryService {
  const { records, index, embedder, vocabulary, policies, clock, log, onQuery } = dependencies;
  const embedQuestion = createQuestionEmbedder({ embedder, wait: policies.questionWait, log });
  const { lo, hi, alpha } = embedder.calibration;

  return {
    async query(caller, input) {
      const { tenant } = caller;
      const now = clock.now();
      const watch = stopwatch();
      const { vector, degraded } = await watch.measure('embed', () => embedQuestion(input.text));
      if (degraded && input.requireSemantic) {
        throw new Problem('dependency-unavailable', 'The embedding model does not answer.', { retryAfter: 2 });
      }
      const scorer: Scorer = { weights: normaliseWeights(input.weights), lo, hi, alpha: vector ? alpha : 0 };
      const filter: MemoryFilter = toSearchFilter(input, now, policies);
      const words = await watch.measure('vocabulary', () => vocabulary.of(tenant));
      const question = { dense: vector, sparse: questionTerms(input.text, words) };
      const forTenant = records.forTenant(tenant);
      const sources = createSources({
        tenant,
        records: forTenant,
        index,
        embedder,
        question,
        filter,
        unindexedLimit: policies.unindexedLimit,
        now,
      });
      const request = {
        k: input.k,
        minScore: input.minScore,
        score: (parts: Parts) => score(parts, scorer),
        rowLimit: policies.queryRowLimit,
      };
      const ranking = await topK(request, {
        lists: (m) => watch.measure('lists', () => sources.lists(m)),
        facts: (ids) => watch.measure('facts', () => sources.facts(ids)),
        scores: (ids) => watch.measure('scores', () => sources.scores(ids)),
      });
      onQuery?.(ranking);
      const rows = await watch.measure('content', () =>
        forTenant.memories.getMany(
          ranking.ranked.map((row) => row.id),
          filter,
        ),
      );
      const found = { ranking, records: byId(rows), scorer, degraded, now, milliseconds: watch.milliseconds };
      return answer(caller, input, found);
    },
  };
}
