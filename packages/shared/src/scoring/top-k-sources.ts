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
