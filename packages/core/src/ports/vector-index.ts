import type { TenantId, Tier } from '@hippocamp/shared/schemas/common';
import type { Blend } from '@hippocamp/shared/scoring/score';
import type { SparseVector } from '@hippocamp/shared/text/terms';

/** A memory's own text, and its text with its context. */
export const lexicalFields = ['own', 'context'] as const;
export type LexicalField = (typeof lexicalFields)[number];

/** An index may pass too much but never too little: the records apply the exact filter. */
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
  id: string;
  /** The memory's version. A lower version never replaces a higher one. */
  version: number;
  /** Unit length; null when the model knows no word of the text. */
  dense: Float32Array | null;
  sparse: Record<LexicalField, SparseVector>;
  filters: PointFilters;
}

export interface IndexQuestion {
  /** Unit length. */
  dense: Float32Array | null;
  /** The dot product with a point's sparse vector is the field's lexical score, 0..1. */
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
  /** Best first, at most `m`; ties by id. Rows without a vector are left out. */
  dense: IndexHit[];
  /** Best first, at most `m`. Rows that share no word with the question are left out. */
  lexical: Record<LexicalField, IndexHit[]>;
  /** False for an approximate answer, so that the last value of a list bounds nothing. */
  exact: boolean;
}

export interface BlendedHit extends IndexParts {
  id: string;
}

export interface IndexParts {
  version: number;
  /** Cosine; null when the point or the question has no vector. */
  dense: number | null;
  lexical: Record<LexicalField, number>;
}

/** Holds no text. All but `ensure` reject with `dependency-unavailable` when the index cannot be asked. */
export interface VectorIndex {
  /** `fresh` when the index was new: `onFresh` runs before any process uses it, and again after a rejection. */
  ensure(model: IndexModel, onFresh?: () => Promise<void>): Promise<{ fresh: boolean }>;
  /** Inserts or replaces. Safe to repeat. */
  apply(tenant: TenantId, points: readonly Point[]): Promise<void>;
  remove(tenant: TenantId, ids: readonly string[]): Promise<void>;
  lists(tenant: TenantId, question: IndexQuestion, filter: IndexFilter, m: number): Promise<IndexLists>;
  /** One list by `evidence`, ties by id. No other row has more than the last. Null when only `lists` can answer. */
  blended?(
    tenant: TenantId,
    question: IndexQuestion & { blend: Blend },
    filter: IndexFilter,
    m: number,
  ): Promise<BlendedHit[] | null>;
  /** Ids that are not in the index are left out. */
  scores(tenant: TenantId, question: IndexQuestion, ids: readonly string[]): Promise<Map<string, IndexParts>>;
  /** In a stable order of the index's own. `after` need not exist any more. Fewer than `limit` only at the end. */
  scan(tenant: TenantId, after: string | null, limit: number): Promise<{ id: string; version: number }[]>;
  /** Points of a tenant. */
  count(tenant: TenantId): Promise<number>;
  /** An empty index to fill while the old one answers. Removes what an earlier rebuild left. */
  rebuild(model?: IndexModel): Promise<IndexRebuild>;
  ping(): Promise<void>;
}

export interface IndexRebuild {
  apply(tenant: TenantId, points: readonly Point[]): Promise<void>;
  remove(tenant: TenantId, ids: readonly string[]): Promise<void>;
  scan(tenant: TenantId, after: string | null, limit: number): Promise<{ id: string; version: number }[]>;
  /** Removes the old index. Writes to it since it was read are lost: compare with the records afterwards. */
  replace(): Promise<void>;
  /** Removes what was filled so far. */
  abandon(): Promise<void>;
}
