import type { Parts } from './score.js';
import { type IndexPart, indexParts, type ListRound, type TopKRequest } from './top-k-sources.js';

/** A value that no row can be below: what an exhausted or absent list bounds. */
export const least: Record<IndexPart, number> = { dense: -1, own: 0, context: 0 };

export const nothing: Parts = { ...least, recency: 0, importance: 0, session: 0 };

/** As much as a row has at most of which only this is known: one without a vector may count more by its words. */
export const mostOf = (told: Partial<Parts>, bounds: Parts, { withoutVector }: ListRound): Parts => {
  const most = { ...bounds, ...told };
  if (withoutVector && told.dense === undefined) most.dense = Math.max(most.dense, withoutVector(most));
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
    const told = values.get(id) ?? {};
    const open = indexParts.some((part) => told[part] === undefined);
    return { id, low: { ...nothing, ...told }, high: mostOf(told, bounds, round), open };
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
