import type { TenantId, Tier } from '@hippocamp/shared/schemas/common';
import type { Blend } from '@hippocamp/shared/scoring/score';
import type { SparseVector } from '@hippocamp/shared/text/terms';

/** The fields that words are found in: a memory's own text, and its text with what came before. */
export const lexicalFields = ['own', 'context'] as const;
export type LexicalField = (typeof lexicalFields)[number];

/**
 * The filter members that an index knows. It may pass too much but never too little: the records apply the exact
 * filter.
 */
export interface PointFilters {
  ownerEntityId: string | null;
  tier: Tier;
  tags: readonly string[];
  sourceArtifactId: string | null;
  sessionId: string | null;
  createdAt: Date;
  superseded: boolean;
}

export interface Point {
  /** The memory's id. */
  id: string;
  /** The memory's version; a point of a lower version never replaces one of a higher. */
  version: number;
  /** Unit length, or null where the model knows nothing of the text. */
  dense: Float32Array | null;
  sparse: Record<LexicalField, SparseVector>;
  filters: PointFilters;
}

export interface IndexQuestion {
  /** Unit length. */
  dense: Float32Array | null;
  /** Weights that make the dot product with a point's sparse vector the field's lexical score, 0..1. */
  sparse: SparseVector;
}

export interface IndexFilter {
  /** Null passes those without an owner. */
  ownerEntityId?: string | null | undefined;
  /** Any of these; null passes those without an owner. */
  owners?: readonly (string | null)[] | undefined;
  tiers?: readonly Tier[] | undefined;
  /** Any of them. */
  tags?: readonly string[] | undefined;
  sourceArtifactId?: string | undefined;
  sessionId?: string | undefined;
  /** Inclusive. */
  createdAfter?: Date | undefined;
  /** Exclusive. */
  createdBefore?: Date | undefined;
  includeSuperseded: boolean;
}

/** The embedding model whose vectors an index holds. */
export interface IndexModel {
  id: string;
  dimensions: number;
}

export interface IndexHit {
  id: string;
  version: number;
  /** Cosine for the dense list, dot product for a lexical one. */
  value: number;
}

export interface IndexLists {
  /** Best first, at most `m`; ties by id. Rows without a vector are not in it. */
  dense: IndexHit[];
  /** Best first, at most `m`; rows that share no word with the question are not in it. */
  lexical: Record<LexicalField, IndexHit[]>;
  /** False where an approximate index answered, so that the last value of a list bounds nothing. */
  exact: boolean;
}

/** A row of a list by evidence, with all its parts. */
export interface BlendedHit extends IndexParts {
  id: string;
}

export interface IndexParts {
  version: number;
  /** Cosine; null where the point has no vector or the question none. */
  dense: number | null;
  lexical: Record<LexicalField, number>;
}

/**
 * Embeddings and word weights of memories, by tenant. Holds no text and never decides a score. Every method but `ensure`
 * rejects with the problem `dependency-unavailable` when the index cannot be asked.
 */
export interface VectorIndex {
  /**
   * Makes ready for a model; again and again if need be. `fresh` when there was nothing of it, so that everything has to be
   * indexed again: `onFresh` orders that, and has done so before any process is answered from the new, empty index. Rejects
   * as `onFresh` does, and is `fresh` again the next time.
   */
  ensure(model: IndexModel, onFresh?: () => Promise<void>): Promise<{ fresh: boolean }>;
  /** Insert or replace. Doing it twice equals doing it once. */
  apply(tenant: TenantId, points: readonly Point[]): Promise<void>;
  remove(tenant: TenantId, ids: readonly string[]): Promise<void>;
  lists(tenant: TenantId, question: IndexQuestion, filter: IndexFilter, m: number): Promise<IndexLists>;
  /**
   * One list in place of three, for an index that has all parts at hand: best first by `evidence`, at most `m`, ties by id; rows
   * without evidence are not in it, and no other row has more than the last. Null where it cannot now, and `lists` can.
   */
  blended?(
    tenant: TenantId,
    question: IndexQuestion & { blend: Blend },
    filter: IndexFilter,
    m: number,
  ): Promise<BlendedHit[] | null>;
  /** The same parts for given ids; ids that are not in the index are not in the answer. */
  scores(tenant: TenantId, question: IndexQuestion, ids: readonly string[]): Promise<Map<string, IndexParts>>;
  /**
   * Ids and versions, `limit` unless the end is reached, in a lasting order of the index's own, which need not be that of the
   * ids; `after` is the last id had before, whether or not it is still there. For the reconciler.
   */
  scan(tenant: TenantId, after: string | null, limit: number): Promise<{ id: string; version: number }[]>;
  /** Points of a tenant. */
  count(tenant: TenantId): Promise<number>;
  /**
   * A second, empty index beside the one in use, to be filled and put in its place while that one answers; of the same model, or
   * of another, which is this index's own from then on. One at a time: what an earlier one left behind is removed.
   */
  rebuild(model?: IndexModel): Promise<IndexRebuild>;
  ping(): Promise<void>;
}

export interface IndexRebuild {
  apply(tenant: TenantId, points: readonly Point[]): Promise<void>;
  remove(tenant: TenantId, ids: readonly string[]): Promise<void>;
  scan(tenant: TenantId, after: string | null, limit: number): Promise<{ id: string; version: number }[]>;
  /**
   * From now on every process reads and writes the new index; the old one is removed. What others wrote to the old one since
   * it was read is not in the new one: compare with the records afterwards.
   */
  replace(): Promise<void>;
  /** Removes what was filled so far. */
  abandon(): Promise<void>;
}
