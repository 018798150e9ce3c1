import { messagesApart } from './messages-apart.js';
import { type Parts, relevance, type Scorer, score } from './score.js';
import { better, type Ranked, type TopK, topK } from './top-k.js';
import type { TopKSources } from './top-k-sources.js';

export const SESSION_STAGE = 100;

const VOICES = 3;

/** The mean of the three best relevances of each session, 0..1. Missing ones count as 0. */
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

/** Sets `parts.session`: a memory answers more likely if its session is about the question. Sort anew. */
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
  /** A hint from the last question. It changes how the lists are read, not the answer. */
  expectStage: boolean;
  rowLimit: number;
  /** Shows more messages: memories told in one message make room for those of others. */
  apart?: boolean | undefined;
}

async function rankBySession(request: RankRequest, scorer: Scorer, sources: TopKSources): Promise<TopK> {
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
    .sort(better);
  return { ...first, ranked };
}

/** The true top k by score. With sessions, the true top hundred are reordered by session first, then by message. */
export async function rank(request: RankRequest, scorer: Scorer, sources: TopKSources): Promise<TopK> {
  const found = await rankBySession(request, scorer, sources);
  const ranked = request.apart ? messagesApart(found.ranked, request, scorer) : found.ranked;
  return { ...found, ranked: ranked.slice(0, request.k) };
}
