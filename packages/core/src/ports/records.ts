import { Problem } from '@hippocamp/shared/problems';
import type { JsonObject, TenantId } from '@hippocamp/shared/schemas/common';
import type { StatementCounts } from '@hippocamp/shared/schemas/memories';
import type { KnownSpeaker } from '@hippocamp/shared/scoring/lexical';
import type { ArtifactRepository } from './records/artifacts.js';
import type { EntityRepository } from './records/entities.js';
import type { EventRepository } from './records/events.js';
import type { HistoryRepository } from './records/history.js';
import type { IngestRepository } from './records/ingests.js';
import type { KeyRegister } from './records/keys.js';
import type { LifecycleRepository } from './records/lifecycle.js';
import type { TenantRegister } from './records/limits.js';
import type { MemoryRepository } from './records/memory-repository.js';
import type { Origin, Outbox, OutboxRepository } from './records/outbox.js';
import type { RelationRepository } from './records/relations.js';
import type { ReviewRepository } from './records/reviews.js';
import type { TransferRepository } from './records/transfer.js';
import type { EmbedderRegister, VectorRepository } from './records/vectors.js';

interface Unavailability {
  timedOut?: boolean;
  waited?: boolean;
  outcome?: 'unknown';
  detail?: string;
}

/** The records did not answer in time. `outcome` is `unknown` when a write was sent, which may be kept. */
export class RecordsUnavailable extends Problem {
  /** True when this request took too long. Others may still be answered. */
  readonly timedOut: boolean;
  /** True when its time went by while it waited for others: for a lock, or for a transaction to begin. */
  readonly waited: boolean;

  constructor(
    cause: unknown,
    { timedOut = false, waited = false, outcome, detail = 'The database does not answer.' }: Unavailability = {},
  ) {
    const extras = { retryAfter: 2, cause, part: 'records' as const, ...(outcome ? { outcome } : {}) };
    super('dependency-unavailable', detail, extras);
    this.timedOut = timedOut;
    this.waited = waited;
  }
}

export interface IdempotencyRecord {
  fingerprint: string;
  result: JsonObject | null;
  /** While in the future, the first request still runs. */
  lockedUntil: Date | null;
}

/** The keys of idempotency rows of imports that are under way begin with it and a space; it is their fingerprint. */
export const IMPORT = 'import';

export interface IdempotencyRepository {
  /**
   * Null when the key is now claimed, otherwise its row. A key is free when it is older than `expiredBefore`,
   * or when its lock ran out without a result and the fingerprint is equal.
   */
  claim(
    key: string,
    claim: { fingerprint: string; lockedUntil: Date; at: Date; expiredBefore: Date },
  ): Promise<IdempotencyRecord | null>;
  /** Takes over an unfinished request whose lock ran out before `at`. Answers its saved result, or null. */
  resume(key: string, claim: { fingerprint: string; lockedUntil: Date; at: Date }): Promise<JsonObject | null>;
  /** The saved results of these keys, in no order. */
  results(keys: readonly string[], fingerprint: string): Promise<JsonObject[]>;
  /** Extends a lock that ends at `from`. False when it does not: another may have taken it over. */
  hold(key: string, from: Date, lockedUntil: Date): Promise<boolean>;
  /** `mentions` are the memories whose text the answer holds. A null `lockedUntil` ends the lock. */
  store(
    key: string,
    answer: { result: JsonObject; mentions: readonly string[]; lockedUntil: Date | null },
  ): Promise<void>;
  /** Frees a key whose effect was rolled back. */
  release(key: string): Promise<void>;
  /** Removes the answers that mention one of these ids. The keys stay taken. */
  forget(memoryIds: readonly string[]): Promise<void>;
}

/** The number of related items of each kind that go with some memories. */
export interface Belongings {
  vectors: number;
  /** Memories that were distilled from others. */
  derived: number;
  history: number;
  relations: number;
  storedAnswers: number;
  undoStates: number;
}

/** Works in parts, so that each transaction is short. */
export interface RemovedIngests {
  traceIds: string[];
  jobs: number;
}

export interface ErasureRepository {
  /** Live memories, newest first, so that distilled ones come before their sources. */
  memoriesOf(ownerEntityId: string, limit: number): Promise<string[]>;
  /** Call before they are buried. */
  belongings(memoryIds: readonly string[]): Promise<Belongings>;
  /** Removes memories from the plans of past runs. */
  forgetActions(memoryIds: readonly string[]): Promise<void>;
  /** Removes at most `limit` with their ingests and jobs: one that was accepted meanwhile could not end without its text. */
  removeArtifacts(ownerEntityId: string, limit: number): Promise<{ artifactIds: string[] } & RemovedIngests>;
  /** Removes at most `limit` with their jobs. */
  removeIngests(ownerEntityId: string, limit: number): Promise<RemovedIngests>;
  /** Removes at most `limit`. Answers their number. */
  removeReviews(ownerEntityId: string, limit: number): Promise<number>;
  /** Removes at most `limit` events with the owner as actor. Answers their number. */
  removeEvents(ownerEntityId: string, limit: number): Promise<number>;
  /** Removes at most `limit` relations of a node. Answers their number, 0 when there was none. */
  removeRelationsOf(nodeId: string, limit: number): Promise<number>;
  /**
   * Removes at most `limit` rows of every table, fewer where they are long; rows that go with others before those. Answers
   * the counts by table, without zeros.
   */
  removeEverything(limit: number): Promise<Record<string, number>>;
}

export interface Holder {
  token: string;
  /** The host and process, for people. */
  holder: string;
}

export interface HeldLock extends Holder {
  since: Date;
  /** The lock is free from then on, unless it is renewed. */
  until: Date;
}

/** Rows, because a pooler lends session locks to others. */
export interface NamedLocks {
  /** Takes a free lock, or extends one of the same token. Null on success; otherwise the lock of the other holder. */
  take(name: string, by: Holder, times: { now: Date; until: Date }): Promise<HeldLock | null>;
  /** Does nothing when another token holds the lock. */
  release(name: string, token: string): Promise<void>;
}

export interface VocabularyRecord {
  version: number;
  memories: number;
  /** By term id. */
  frequencies: Record<string, number>;
  /** Ids of the speakers in its memories. */
  speakers: KnownSpeaker[];
}

export interface VocabularyRepository {
  get(): Promise<VocabularyRecord | null>;
  /** Adds to the count of memories changed since the last refresh. */
  noteChanges(count: number): Promise<{ memories: number; changes: number }>;
  /** Raises the version and subtracts `changesSeen` from the count. */
  replace(figures: {
    memories: number;
    frequencies: Record<string, number>;
    speakers: readonly KnownSpeaker[];
    changesSeen: number;
    at: Date;
  }): Promise<void>;
}

/** On one day. */
export interface ModelUse {
  calls: number;
  tokens: number;
}

/** For one day. Null means unlimited. */
export interface ModelLimits {
  calls: number;
  tokens: number | null;
}

/** The tenant's use of a language model by day. Days are written as `2026-03-01`. */
export interface ModelCallRepository {
  /** Counts a call unless a limit is reached. Safe for concurrent callers. Removes the days before. */
  take(day: string, limits: ModelLimits): Promise<boolean>;
  /** For a day with a taken call. Negative numbers give back. */
  add(day: string, use: ModelUse): Promise<void>;
  used(day: string): Promise<ModelUse>;
}

/** Counts by outcome and source. Not exported, because they describe this service's readings. */
export interface StatementCountRepository {
  /** Call last in a transaction, because all ingests of a tenant write to the same few rows. */
  add(source: string, counts: StatementCounts): Promise<void>;
  /** Summed over all sources. */
  totals(): Promise<StatementCounts>;
}

export type * from './records/artifacts.js';
export type * from './records/entities.js';
export type * from './records/events.js';
export type * from './records/history.js';
export type * from './records/ingest-order.js';
export type * from './records/ingests.js';
export type * from './records/keys.js';
export type * from './records/lifecycle.js';
export type * from './records/limits.js';
export type * from './records/memories.js';
export type * from './records/memory-repository.js';
export type * from './records/outbox.js';
export type * from './records/pages.js';
export type * from './records/relations.js';
export type * from './records/reviews.js';
export { MOST_ASKED, MOST_NAMED } from './records/reviews.js';
export type * from './records/transfer.js';
export type * from './records/vectors.js';

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
  /** Held until the transaction ends. Writers of one owner's facts wait for each other. */
  lockOwner(ownerEntityId: string | null): Promise<void>;
  /** The same of several, one after the other. */
  lockOwners(ownerEntityIds: readonly string[]): Promise<void>;
}

/** The only way to a tenant's rows. */
export interface TenantRecords extends TenantRepositories {
  /** All or nothing. Inside, use only `repositories`: the outer ones would wait for this transaction. */
  transaction<Result>(work: (repositories: TenantRepositories) => Promise<Result>): Promise<Result>;
}

/** Tables that only grow, so that retention removes their old rows. */
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

/** The source of truth. */
export interface Records {
  readonly kind: string;
  /** Jobs enqueued through it carry its origin. */
  forTenant(tenant: TenantId, origin?: Origin): TenantRecords;
  outbox: Outbox;
  locks: NamedLocks;
  keys: KeyRegister;
  embedders: EmbedderRegister;
  tenantSettings: TenantRegister;
  /** Enqueues the index jobs of all memories. Works in parts; call again after an interruption. */
  reindexAll(at: Date): Promise<number>;
  /** All tenants that ever wrote, in order after `after`. */
  tenants(after: TenantId | null, limit: number): Promise<TenantId[]>;
  /** The tenants unchecked for longest, now marked as checked at `at`. Skips those that another process takes. */
  takeIndexChecks(limit: number, at: Date): Promise<TenantId[]>;
  /** Removes older rows. Artifacts go only if they came by ingest and no memory was drawn from them; the age of an imported one counts from its import. */
  prune(before: Partial<Record<RetentionKind, Date>>): Promise<Partial<Record<RetentionKind, number>>>;
  /** Estimates over all tenants, from the engine's statistics. */
  rowEstimates(): Promise<Record<RetentionKind, number>>;
  /** Tenants with a memory that a lifecycle rule could fit by now, in order after `after`. */
  tenantsDue(now: Date, after: TenantId | null, limit: number): Promise<TenantId[]>;
  /** Live memories and unindexed rows of all tenants. Above some ten thousand they may be estimates. */
  counts(): Promise<{ memories: number; unindexed: number }>;
  ping(): Promise<void>;
}
