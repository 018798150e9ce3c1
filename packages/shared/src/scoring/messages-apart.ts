import { relevanceAt, type Scorer, score } from './score.js';
import { better, type Ranked } from './top-k.js';

/** The share of a score that is left for each better memory of the same message. */
const NEXT = 0.95;

interface Least {
  /** 0..1, of the score and of its semantic part. No memory that reaches them falls below. */
  minScore: number;
  minRelevance: number;
}

/**
 * Lowers memories of which better ones were told in the same message, so that the first results come from more messages.
 * Takes and gives the best first. Without a weight of meaning nothing changes.
 */
export function messagesApart(ranked: readonly Ranked[], { minScore, minRelevance }: Least, scorer: Scorer): Ranked[] {
  if (scorer.weights.semantic === 0) return [...ranked];
  const told = new Map<string, number>();
  const placed = ranked.map((row) => {
    if (row.message === null) return row;
    const before = told.get(row.message) ?? 0;
    told.set(row.message, before + 1);
    if (before === 0) return row;
    const wanted = Math.max(minScore, row.score * NEXT ** before);
    const parts = { ...row.parts, most: Math.max(minRelevance, relevanceAt(wanted, row.parts, scorer)) };
    const lowered = score(parts, scorer);
    // Rounding must not take it below what was asked for.
    return lowered < minScore ? row : { ...row, parts, score: lowered };
  });
  return placed.sort(better);
}
