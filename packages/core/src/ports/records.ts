import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ArtifactRepository } from './records/artifacts.js';
import type { EntityRepository } from './records/entities.js';
import type { ErasureRepository } from './records/erasure.js';
import type { EventRepository } from './records/events.js';
import type { HistoryRepository } from './records/history.js';
import type { Holds } from './records/holds.js';
import type { IdempotencyRepository } from './records/idempotency.js';
import type { IngestRepository } from './records/ingests.js';
import type { KeyRegister } from './records/keys.js';
import type { LifecycleRepository } from './records/lifecycle.js';
import type { LimitRegister } from './records/limits.js';
import type { MemoryRepository } from './records/memory-repository.js';
import type { ModelCallRepository } from './records/model-calls.js';
import type { Origin, Outbox, OutboxRepository } from './records/outbox.js';
import type { RelationRepository } from './records/relations.js';
import type { ReviewRepository } from './records/reviews.js';
import type { StatementCountRepository } from './records/statement-counts.js';
import type { TransferRepository } from './records/transfer.js';
import type { EmbedderRegister, VectorRepository } from './records/vectors.js';
import type { VocabularyRepository } from './records/vocabulary.js';

export type * from './records/artifacts.js';
export type * from './records/entities.js';
export type * from './records/erasure.js';
export type * from './records/events.js';
export type * from './records/history.js';
export type * from './records/holds.js';
export type * from './records/idempotency.js';
export type * from './records/ingest-order.js';
export type * from './records/ingests.js';
export type * from './records/keys.js';
export type * from './records/lifecycle.js';
export type * from './records/limits.js';
export type * from './records/memories.js';
export type * from './records/memory-repository.js';
export type * from './records/model-calls.js';
export type * from './records/outbox.js';
export type * from './records/pages.js';
export type * from './records/relations.js';
export type * from './records/reviews.js';
export type * from './records/statement-counts.js';
export type * from './records/transfer.js';
export { RecordsUnavailable } from './records/unavailable.js';
export type * from './records/vectors.js';
export type * from './records/vocabulary.js';

export interface TenantRepositories {
  memories: MemoryRepository;
  history: HistoryRepository;
  artifacts: ArtifactRepository;
  ingests: IngestRepository;
  entities: EntityRepository;
  events: EventRepository;
  relations: RelationRepository;
  reviews: ReviewRepository;
  lifecycle: LifecycleRepository;
  erasure: ErasureRepository;
  transfer: TransferRepository;
  outbox: OutboxRepository;
  idempotency: IdempotencyRepository;
  vocabulary: VocabularyRepository;
  vectors: VectorRepository;
  modelCalls: ModelCallRepository;
  statementCounts: StatementCountRepository;
  /** Holds until the transaction ends: writers of the same owner's facts wait for each other. */
  lockOwner(ownerEntityId: string | null): Promise<void>;
}

/** All that one tenant has. There is no way to its rows but through this. */
export interface TenantRecords extends TenantRepositories {
  /** Everything or nothing. Inside, use only `repositories`: the outer ones would wait for this transaction. */
  transaction<Result>(work: (repositories: TenantRepositories) => Promise<Result>): Promise<Result>;
}

/** What only grows, and so is removed some time after it was made. */
export const retentionKinds = [
  'idempotencyKeys',
  'ingests',
  'reviews',
  'artifacts',
  'history',
  'events',
  'lifecycleRuns',
  'dryRuns',
] as const;
export type RetentionKind = (typeof retentionKinds)[number];

/** The truth: everything that was accepted. */
export interface Records {
  readonly kind: string;
  /** What is rung through it names its origin. */
  forTenant(tenant: TenantId, origin?: Origin): TenantRecords;
  outbox: Outbox;
  holds: Holds;
  keys: KeyRegister;
  embedders: EmbedderRegister;
  limits: LimitRegister;
  /**
   * Rings the index job of every memory of every tenant: after the index was lost or its model changed. Part by part: one that
   * was cut short is to be called again.
   */
  reindexAll(at: Date): Promise<number>;
  /** Everyone who ever wrote, in order after `after`. */
  tenants(after: TenantId | null, limit: number): Promise<TenantId[]>;
  /** Tenants whose index was compared with the records longest ago, noted as compared at `at`. One that another process takes at the same time is left to it. */
  takeIndexChecks(limit: number, at: Date): Promise<TenantId[]>;
  /**
   * Removes what was made before its time; kinds left out stay. Of artifacts only those of ingests that no memory was drawn
   * from. Answers how many rows went, by kind.
   */
  prune(before: Partial<Record<RetentionKind, Date>>): Promise<Partial<Record<RetentionKind, number>>>;
  /** About how many rows there are of each kind, over all tenants; read from the engine's statistics. */
  rowEstimates(): Promise<Record<RetentionKind, number>>;
  /** Tenants with a memory that a rule of the lifecycle could fit by now, in order from after `after`, at most `limit`. */
  tenantsDue(now: Date, after: TenantId | null, limit: number): Promise<TenantId[]>;
  /**
   * Memories that live, over all tenants, and rows whose present version is not in the index: cheap enough for every scrape.
   * Above some ten thousands either may be an estimate.
   */
  counts(): Promise<{ memories: number; unindexed: number }>;
  ping(): Promise<void>;
}
