import type { Parts } from './score.js';

/** The index may pass too much. The records apply the exact filter and know these parts. */
export type IndexPart = 'dense' | 'own' | 'context';
export type RecordPart = 'recency' | 'importance';
export const indexParts = ['dense', 'own', 'context'] as const satisfies readonly IndexPart[];

export interface ListRound {
  /** Best first, at most m long. */
  index: Record<IndexPart, readonly { id: string; version: number; value: number }[]>;
  /** Set for a blending index, whose lists name the same rows. No other row exceeds these parts together. */
  bounds?: Record<IndexPart, number> | undefined;
  /** Replaces the cosine of a row without a vector. Set if such rows may be missing on the dense list. */
  withoutVector?: ((words: Record<'own' | 'context', number>) => number) | undefined;
  /** False when a list's last value bounds nothing. */
  exact: boolean;
  /** The length at which the lists of the records are cut. A shorter one has shown all its rows. */
  recordRows: number;
  /** Several lists may bound the same part: recency has one for each half-life group. */
  records: readonly { part: RecordPart; entries: readonly { id: string; value: number }[] }[];
  /** Rows whose version is not in the index, with all their parts. Complete unless `unindexedCut`. */
  unindexed: ReadonlyMap<string, Parts>;
  unindexedCut: boolean;
  sessions: boolean;
  /** Facts that came with the lists; null for rows that do not pass the exact filter. */
  facts?: ReadonlyMap<string, RowFacts | null> | undefined;
}

export interface RowFacts {
  version: number;
  recency: number;
  importance: number;
  session: string | null;
  /** Equal for memories told in the same message; null where that is not known. */
  message: string | null;
  ofAssistant: boolean;
}

export interface TopKSources {
  lists(m: number): Promise<ListRound>;
  /** Ids that do not exist or do not pass the exact filter are missing. */
  facts(ids: readonly string[]): Promise<ReadonlyMap<string, RowFacts>>;
  /** Ids that the index lacks are missing. */
  scores(ids: readonly string[]): Promise<ReadonlyMap<string, Record<IndexPart, number> & { version: number }>>;
}

export interface TopKRequest {
  k: number;
  score(parts: Parts): number;
  /** Monotone, as `score`. */
  passes(parts: Parts): boolean;
  /** How many of the best the second stage looks at, if there are sessions, whatever passes. */
  sessionStage: number;
  /** Reads more rows at once, because a second stage is likely. */
  expectStage?: boolean;
  /** Rows that may be read before the answer is called approximate. */
  rowLimit: number;
}

/** The least values, which bound an exhausted or absent list. */
export const least: Record<IndexPart, number> = { dense: -1, own: 0, context: 0 };

const nothing: Parts = { ...least, recency: 0, importance: 0, session: 0 };

/** The greatest possible parts of a row. One without a vector may count more by its words. */
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
    if (entries.length === round.recordRows) bounds[part] = Math.max(bounds[part], entries.at(-1)?.value ?? 0);
  }
  return mostOf({}, bounds, round);
};

/** The k-th best score of rows that surely pass; -1 while there are fewer than k. */
export const kthOf = (rows: readonly Parts[], { k, score, passes }: TopKRequest): number => {
  const scores = rows.filter(passes).map(score);
  return scores.length < k ? -1 : (scores.sort((first, second) => second - first)[k - 1] ?? -1);
};

function valuesOf(round: ListRound): Map<string, Partial<Parts>> {
  const values = new Map<string, Partial<Parts>>();
  const tell = (id: string, part: IndexPart | RecordPart, value: number) => {
    const known = values.get(id);
    if (known) known[part] = value;
    else values.set(id, { [part]: value });
  };
  for (const part of indexParts) for (const { id, value } of round.index[part]) tell(id, part, value);
  for (const { part, entries } of round.records) for (const { id, value } of entries) tell(id, part, value);
  return values;
}

/** A row before its facts are known, with its least and greatest possible parts. */
export interface Candidate {
  id: string;
  low: Parts;
  high: Parts;
  /** True when the index knows more of it. */
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

/** The worst of these sets a threshold that rules out most others. */
export function likeliest(candidates: readonly Candidate[], { score }: TopKRequest, most: number): Candidate[] {
  const scored = candidates.map((candidate) => ({ candidate, low: score(candidate.low) }));
  scored.sort((first, second) => second.low - first.low);
  return scored.slice(0, most).map(({ candidate }) => candidate);
}

/** Those that may reach a score; with -1 all that may pass. */
export const reaching = (candidates: readonly Candidate[], bar: number, { score, passes }: TopKRequest): Candidate[] =>
  candidates.filter(({ high }) => score(high) >= bar && passes(high));
