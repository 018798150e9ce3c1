import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { MemoryQuery, QueryAnswer } from '@hippocamp/shared/schemas/query';
import { addedBy } from '@hippocamp/shared/scoring/lexical';
import { denseRelevance, lexicalEvidence, ownShare, type Parts, reasonsOf } from '@hippocamp/shared/scoring/score';
import type { Ranked } from '@hippocamp/shared/scoring/top-k';
import type { Clock } from '../../ports/clock.js';
import type { MemoryRecord } from '../../ports/records.js';
import { type Caller, seenBy } from '../caller.js';
import { memoryView, toSearchFilter } from '../memory-store/memory-view.js';
import type { Policies } from '../policies.js';
import { pace } from '../waiting.js';
import { degradationOf, type Ranking, type Recall, type Recalled } from './recall.js';

export interface QueryDependencies {
  recall: Recall;
  policies: Policies;
  clock: Clock;
  /** Stage times reveal what others do, so they are shown only when one tenant has the service to itself. */
  showTimes: boolean;
}

export interface QueryService {
  query(caller: Caller, input: MemoryQuery): Promise<QueryAnswer>;
}

/** Removes rounding errors: an index adds in single precision. */
const withoutNoise = (value: number) => Math.max(0, Math.round(value * 1e6) / 1e6);

/** The priors were added to the score of its own words. They are explained apart from it. */
const explainParts = (parts: Parts, { scorer, named }: Ranking, tenant: TenantId, record: MemoryRecord) => {
  const added = addedBy(tenant, record, named);
  const own = withoutNoise(parts.own - (added.length + added.speaker + added.time) / ownShare(scorer));
  return {
    dense: scorer.alpha > 0 ? denseRelevance(parts.dense, scorer) : 0,
    cosine: parts.dense,
    lexical: Math.min(1, lexicalEvidence({ own, context: parts.context })),
    own: Math.min(1, own),
    context: Math.min(1, parts.context),
    ...added,
    session: parts.session,
  };
};

interface Found {
  ranking: Ranking;
  recalled: Recalled;
  now: Date;
  /** Undefined when the times are not shown. */
  milliseconds: Record<string, number> | undefined;
}

async function answer(
  caller: Caller,
  input: MemoryQuery,
  { ranking, recalled, now, milliseconds }: Found,
): Promise<QueryAnswer> {
  const { scorer, rounds, rowsRead, randomAccesses } = ranking;
  const result = (row: Ranked) => {
    const record = recalled.records.get(row.id);
    if (!record) return [];
    const memory = memoryView(caller.tenant, record, now);
    const explain = input.explain ? { explain: explainParts(row.parts, ranking, caller.tenant, record) } : {};
    return [{ memory, score: row.score, reasons: reasonsOf(row.parts, scorer), ...explain }];
  };
  const results: QueryAnswer['results'] = [];
  for (const row of ranking.ranked) {
    results.push(...result(row));
    // A hundred long texts are looked through for the names in them.
    await pace();
  }
  return {
    results,
    query: { text: input.text, k: input.k },
    ...(ranking.approximate ? { approximate: true } : {}),
    ...degradationOf([recalled]),
    ...(input.explain
      ? {
          explain: {
            weights: scorer.weights,
            alpha: scorer.alpha,
            rounds,
            rowsRead,
            randomAccesses,
            ...(milliseconds ? { milliseconds } : {}),
          },
        }
      : {}),
  };
}

/** Hybrid search: the true top k of the weighted score over everything that passes the filters. */
export function createQueryService({ recall, policies, clock, showTimes }: QueryDependencies): QueryService {
  return {
    async query(caller, input) {
      const now = clock.now();
      const { k, minScore, minRelevance, weights, requireSemantic } = input;
      const filter = { ...toSearchFilter(input, now, policies), ...seenBy(caller) };
      const questions = [input.text];
      const recalled = await recall(caller.tenant, {
        questions,
        filter,
        k,
        minScore,
        minRelevance,
        weights,
        apart: true,
        requireSemantic,
        now,
      });
      const [ranking] = recalled.rankings;
      if (!ranking) throw new Error('a question was not answered');
      const milliseconds = showTimes ? recalled.milliseconds : undefined;
      return answer(caller, input, { ranking, recalled, now, milliseconds });
    },
  };
}
