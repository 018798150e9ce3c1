import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { SparseVector } from '@hippocamp/shared/text/terms';

export interface MemoryText {
  content: string;
  /** The text before it. */
  context: string | null;
}

/** Texts wait only for those of the same `who`. */
export interface Lexicon {
  /** One for each text, in order; values in 0..k1+1. */
  fields(texts: readonly MemoryText[], who: TenantId): Promise<{ own: SparseVector; context: SparseVector }[]>;
  /** The distinct terms of each text, in order. */
  termIds(texts: readonly string[], who: TenantId): Promise<number[][]>;
}
