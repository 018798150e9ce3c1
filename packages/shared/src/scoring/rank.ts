import { type Parts, relevance, type Scorer, score } from './score.js';
import { SESSION_STAGE, supportedBySessions } from './sessions.js';
import { better, type TopK, topK } from './top-k.js';
import type { TopKSources } from './top-k-sources.js';

export interface RankRequest {
  k: number;
  /** 0..1, of the score and of its semantic part. */
  minScore: number;
  minRelevance: number;
  /** The tenant had sessions when it was asked last; changes how the lists are read, and nothing of the answer. */
  expectStage: boolean;
  /** How many rows may be read before the answer is called approximate. */
  rowLimit: number;
}

/**
 * The k best memories of a question: the true top k of the score or, where a tenant has sessions and meaning a weight, the true
 * top hundred in the order that their sessions give them.
 */
export async function rank(request: RankRequest, scorer: Scorer, sources: TopKSources): Promise<TopK> {
  const { k, minScore, minRelevance, expectStage, rowLimit } = request;
  const passes: Parameters<typeof topK>[0]['passes'] = (parts) =>
    score(parts, scorer) >= minScore && relevance(parts, scorer) >= minRelevance;
  const sessionStage = scorer.weights.semantic > 0 ? SESSION_STAGE : 0;
  const scoreOf = (parts: Parts) => score(parts, scorer);
  const first = await topK({ k, score: scoreOf, passes, sessionStage, expectStage, rowLimit }, sources);
  if (!first.staged) return first;
  const ranked = supportedBySessions(first.ranked, ({ parts }) => relevance(parts, scorer))
    .filter(({ parts }) => passes(parts))
    .map((row) => ({ ...row, score: scoreOf(row.parts) }))
    .sort(better)
    .slice(0, k);
  return { ...first, ranked };
}
