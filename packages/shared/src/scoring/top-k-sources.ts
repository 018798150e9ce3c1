import type { Parts } from './score.js';

/**
 * Index parts come from an index that may pass too much; the records know `recency` and `importance` of every row and apply the
 * exact filter.
 */
export type IndexPart = 'dense' | 'own' | 'context';
export type RecordPart = 'recency' | 'importance';
export const indexParts = ['dense', 'own', 'context'] as const satisfies readonly IndexPart[];

export interface ListRound {
  /** Sorted lists of the index, best first, at most m long. */
  index: Record<IndexPart, readonly { id: string; version: number; value: number }[]>;
  /**
   * Where the index had all parts at hand: its lists name the same rows, the best by evidence, and these are parts that no
   * other row goes beyond together.
   */
  bounds?: Record<IndexPart, number> | undefined;
  /** What a row without a vector has in place of a cosine, by its words; where a row may miss on the dense list for want of one. */
  withoutVector?: ((words: Record<'own' | 'context', number>) => number) | undefined;
  /** False where a list's last value bounds nothing. */
  exact: boolean;
  /** Sorted lists of the records; several may bound the same part (recency has one per half-life group). */
  records: readonly { part: RecordPart; entries: readonly { id: string; value: number }[] }[];
  /** Rows whose present version is not in the index, with all their parts. Complete unless `unindexedCut`. */
  unindexed: ReadonlyMap<string, Parts>;
  unindexedCut: boolean;
  /** Some memory of the tenant was said in a session. */
  sessions: boolean;
  /** Facts that came with the lists; null of what does not pass the exact filter. */
  facts?: ReadonlyMap<string, RowFacts | null> | undefined;
}

export interface RowFacts {
  version: number;
  recency: number;
  importance: number;
  /** Where it was said; null where that is not told. */
  session: string | null;
}

export interface TopKSources {
  lists(m: number): Promise<ListRound>;
  /** Of those ids that exist and pass the exact filter; the others are missing. */
  facts(ids: readonly string[]): Promise<ReadonlyMap<string, RowFacts>>;
  /** Index parts by random access; ids that the index lacks are missing. */
  scores(ids: readonly string[]): Promise<ReadonlyMap<string, Record<IndexPart, number> & { version: number }>>;
}

export interface TopKRequest {
  k: number;
  score(parts: Parts): number;
  /** Whether it is good enough to be answered; monotone too. */
  passes(parts: Parts): boolean;
  /** How many of the best a second stage is to look at, where there are sessions: all of them, whatever passes. */
  sessionStage: number;
  /** A second stage is to be expected: so many rows are wanted that less would be read twice. */
  expectStage?: boolean;
  /** How many rows may be read before the answer is called approximate. */
  rowLimit: number;
}

/** A value that no row can be below: what an exhausted or absent list bounds. */
export const least: Record<IndexPart, number> = { dense: -1, own: 0, context: 0 };

const nothing: Parts = { ...least, recency: 0, importance: 0, session: 0 };

/** As much as a row has at most of which only this is known: one without a vector may count more by its words. */
const mostOf = (knownParts: Partial<Parts>, bounds: Parts, { withoutVector }: ListRound): Parts => {
  const most = { ...bounds, ...knownParts };
  if (withoutVector && knownParts.dense === undefined) most.dense = Math.max(most.dense, withoutVector(most));
  return most;
};

export const boundsOf = (round: ListRound, m: number): Parts => {
  const bounds: Parts = { ...nothing, ...round.bounds };
  for (const part of round.bounds ? [] : indexParts) {
    const list = round.index[part];
    bounds[part] = list.length < m ? least[part] : (list.at(-1)?.value ?? least[part]);
  }
  for (const { part, entries } of round.records) {
    if (entries.length === m) bounds[part] = Math.max(bounds[part], entries.at(-1)?.value ?? 0);
  }
  return mostOf({}, bounds, round);
};

/** The k-th best of rows that pass for sure; -1 while there are fewer than k. */
export const kthOf = (rows: readonly Parts[], { k, score, passes }: TopKRequest): number => {
  const scores = rows.filter(passes).map(score);
  return scores.length < k ? -1 : (scores.sort((first, second) => second - first)[k - 1] ?? -1);
};

/** What the lists tell of each row. */
function valuesOf(round: ListRound): Map<string, Partial<Parts>> {
  const values = new Map<string, Partial<Parts>>();
  const tell = (id: string, part: keyof Parts, value: number) => {
    const known = values.get(id);
    if (known) known[part] = value;
    else values.set(id, { [part]: value });
  };
  for (const part of indexParts) for (const { id, value } of round.index[part]) tell(id, part, value);
  for (const { part, entries } of round.records) for (const { id, value } of entries) tell(id, part, value);
  return values;
}

/** A row that a list names, before its facts are known: what it has at least and at most. */
export interface Candidate {
  id: string;
  low: Parts;
  high: Parts;
  /** The index would tell more of it. */
  open: boolean;
}

export function candidatesOf(round: ListRound, ids: readonly string[], bounds: Parts): Candidate[] {
  const values = valuesOf(round);
  return ids.map((id) => {
    const complete = round.unindexed.get(id);
    if (complete) return { id, low: complete, high: complete, open: false };
    const knownParts = values.get(id) ?? {};
    const open = indexParts.some((part) => knownParts[part] === undefined);
    return { id, low: { ...nothing, ...knownParts }, high: mostOf(knownParts, bounds, round), open };
  });
}

/** Of these the ones that are likely among the best: the worst of them is a bar that spares most of the others. */
export function likeliest(candidates: readonly Candidate[], { k, score }: TopKRequest): Candidate[] {
  const scored = candidates.map((candidate) => ({ candidate, low: score(candidate.low) }));
  scored.sort((first, second) => second.low - first.low);
  return scored.slice(0, Math.ceil(1.5 * k)).map(({ candidate }) => candidate);
}

/** Those that may reach a score; with -1 all that may pass. */
export const reaching = (candidates: readonly Candidate[], bar: number, { score, passes }: TopKRequest): Candidate[] =>
  candidates.filter(({ high }) => score(high) >= bar && passes(high));
