import type { SparseVector } from '@hippocamp/shared/text/terms';

export interface MemoryText {
  content: string;
  /** The text before it. */
  context: string | null;
}

/** The words of texts, as an index by words sees them. */
export interface Lexicon {
  /** The fields of memories, in their order; values in 0..k1+1. */
  fields(texts: readonly MemoryText[]): Promise<{ own: SparseVector; context: SparseVector }[]>;
  /** The terms of texts, in their order, each once. */
  termIds(texts: readonly string[]): Promise<number[][]>;
}
