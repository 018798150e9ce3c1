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
  outcome?: 'unknown';
  /** The cause, if known. */
  detail?: string;
}

/**
 * The records could not be asked, or did not answer in time. `cause` is what their engine says. `outcome` is `unknown` where a
 * statement or commit was sent: what it writes, if it writes, may be kept.
 */
export class RecordsUnavailable extends Problem {
  /** True when this request took too long. Others may still be answered. */
  readonly timedOut: boolean;

  constructor(
    cause: unknown,
    { timedOut = false, outcome, detail = 'The database does not answer.' }: Unavailability = {},
  ) {
    const extras = { retryAfter: 2, cause, part: 'records' as const, ...(outcome ? { outcome } : {}) };
    super('dependency-unavailable', detail, extras);
    this.timedOut = timedOut;
  }
}

export interface IdempotencyRecord {
  fingerprint: string;
  result: JsonObject | null;
  /** While in the future, the first request still runs. */
  lockedUntil: Date | null;
}

export interface IdempotencyRepository {
  /**
   * Null when the key was free and is now claimed; else what holds it. Keys older than `expiredBefore` are free, and so is
   * one whose lock ran out without a result, for the same fingerprint.
   */
  claim(
    key: string,
    claim: { fingerprint: string; lockedUntil: Date; at: Date; expiredBefore: Date },
  ): Promise<IdempotencyRecord | null>;
  /**
   * Takes over what a first request that asked the same left unfinished: the answer it had so far, once its lock has run out
   * at `at`, for one of many; the lock is then until `lockedUntil`. Null otherwise.
   */
  resume(key: string, claim: { fingerprint: string; lockedUntil: Date; at: Date }): Promise<JsonObject | null>;
  /** Makes a lock that ends at `from` last until then. False where it does not: another may have taken it over. */
  hold(key: string, from: Date, lockedUntil: Date): Promise<boolean>;
  /** Stores the answer and which memories it holds the text of; `lockedUntil` null ends the lock. */
  store(
    key: string,
    answer: { result: JsonObject; mentions: readonly string[]; lockedUntil: Date | null },
  ): Promise<void>;
  /** Frees a key whose effect was taken back. */
  release(key: string): Promise<void>;
  /** Takes the text out of answers that mention one of these memories or owners; the keys stay taken. */
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

/** Finds and removes what belongs to an owner, or to the tenant as a whole; in parts, so that each transaction is short. */
export interface ErasureRepository {
  /** Live memories of the owner, the newest first: what was distilled comes before its sources. */
  memoriesOf(ownerEntityId: string, limit: number): Promise<string[]>;
  /** Before they are buried. */
  belongings(memoryIds: readonly string[]): Promise<Belongings>;
  /** Takes memories out of the plans of past runs. */
  forgetActions(memoryIds: readonly string[]): Promise<void>;
  /** Artifacts of the owner, at most `limit`. Answers which went. */
  removeArtifacts(ownerEntityId: string, limit: number): Promise<string[]>;
  /** Ingests of the owner with their jobs, at most `limit`. Answers which went, and how many jobs. */
  removeIngests(ownerEntityId: string, limit: number): Promise<{ traceIds: string[]; jobs: number }>;
  /** Reviews of the owner, at most `limit`. Answers how many went. */
  removeReviews(ownerEntityId: string, limit: number): Promise<number>;
  /** Events that the owner is the actor of, at most `limit`. Answers how many went. */
  removeEvents(ownerEntityId: string, limit: number): Promise<number>;
  /** Edges at this node. */
  removeRelationsOf(nodeId: string): Promise<number>;
  /** Removes at most `limit` rows of every table. Returns the counts by table, without zeros. */
  removeEverything(limit: number): Promise<Record<string, number>>;
}

/** A process that holds a named lock. */
export interface Holder {
  token: string;
  /** The host and process, for people. */
  holder: string;
}

export interface HeldLock extends Holder {
  since: Date;
  /** It is free from then on, unless it is kept. */
  until: Date;
}

/** Rows and not locks of sessions, which a pooler lends to others. */
export interface NamedLocks {
  /** Takes what nobody has, or keeps what this token has for longer. Null where that came about, else who has it. */
  take(name: string, by: Holder, times: { now: Date; until: Date }): Promise<HeldLock | null>;
  /** Gives it back, where this token still has it. */
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
  /** Writes new figures, raises the version, and takes `changesSeen` off the count. */
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

/** The limits of a tenant for one day. Null means unlimited. */
export interface ModelLimits {
  calls: number;
  tokens: number | null;
}

/** The daily use of a language model by the tenant, in calls and tokens. Days are written as `2026-03-01`. */
export interface ModelCallRepository {
  /**
   * Counts one more on a day, as long as there are fewer calls and tokens of it than the limits; false where there are not. Whoever
   * asks at the same time is counted too. The first of a day removes the days before.
   */
  take(day: string, limits: ModelLimits): Promise<boolean>;
  /** Adds to a day of which one was taken; what is given back is below 0. */
  add(day: string, use: ModelUse): Promise<void>;
  used(day: string): Promise<ModelUse>;
}

/**
 * Counts of statements by outcome and by source of the text. They describe this service's readings, so an export leaves
 * them out.
 */
export interface StatementCountRepository {
  /** Adds to what was counted; as the last thing of a transaction, because all ingests of a tenant write to the same few rows. */
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
  /** Holds until the transaction ends: writers of the same owner's facts wait for each other. */
  lockOwner(ownerEntityId: string | null): Promise<void>;
}

/** All that one tenant has. There is no way to its rows but through this. */
export interface TenantRecords extends TenantRepositories {
  /** Everything or nothing. Inside, use only `repositories`: the outer ones would wait for this transaction. */
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

/** The truth: everything that was accepted. */
export interface Records {
  readonly kind: string;
  /** Jobs enqueued through it carry its origin. */
  forTenant(tenant: TenantId, origin?: Origin): TenantRecords;
  outbox: Outbox;
  locks: NamedLocks;
  keys: KeyRegister;
  embedders: EmbedderRegister;
  tenantSettings: TenantRegister;
  /**
   * Enqueues the index job of every memory of every tenant: after the index was lost or its model changed. Part by part: one that
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
