import { type Parts, relevance, type Scorer, score } from './score.js';
import { better, type Ranked, type TopK, topK } from './top-k.js';
import type { TopKSources } from './top-k-sources.js';

/** How many of the best are looked at together. */
export const SESSION_STAGE = 100;

/** A session speaks through the best of what was said in it. */
const VOICES = 3;

/** The mean of the three best relevances of each session, 0..1; what is not there counts as nothing. */
function supportOf(ranked: readonly Ranked[], relevanceOf: (row: Ranked) => number): Map<string, number> {
  const heard = new Map<string, number[]>();
  for (const row of ranked) {
    if (row.session === null) continue;
    heard.set(row.session, [...(heard.get(row.session) ?? []), relevanceOf(row)]);
  }
  const best = (values: number[]) => values.sort((first, second) => second - first).slice(0, VOICES);
  const mean = (values: number[]) => best(values).reduce((sum, value) => sum + value, 0) / VOICES;
  return new Map([...heard].map(([session, values]) => [session, mean(values)]));
}

/**
 * The second stage: what was said in a session that is about the question answers it more likely than its words alone tell.
 * Raises `parts.session` of the best, never what was found; who scores them anew puts them in order.
 */
export function supportedBySessions(ranked: readonly Ranked[], relevanceOf: (row: Ranked) => number): Ranked[] {
  const support = supportOf(ranked, relevanceOf);
  return ranked.map((row) => {
    const session = row.session === null ? 0 : (support.get(row.session) ?? 0);
    return { ...row, parts: { ...row.parts, session } };
  });
}

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
