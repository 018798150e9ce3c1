import type { JsonObject, TenantId, Tier } from '@hippocamp/shared/schemas/common';
import type { JobKey, JobKind } from './job-queue.js';

/** A memory's row. Scores that depend on the time are not in it. */
export interface MemoryRecord {
  id: string;
  ownerEntityId: string | null;
  tier: Tier;
  content: string;
  context: string | null;
  sourceArtifactId: string | null;
  sourceEventId: string | null;
  embeddingId: string | null;
  importanceScore: number;
  accessCount: number;
  lastAccessedAt: Date;
  /** The later of `occurredAt` and the last recorded access: what recency counts from. */
  recencyAt: Date;
  occurredAt: Date;
  metadata: JsonObject;
  tags: string[];
  createdAt: Date;
  updatedAt: Date;
  tierSince: Date;
  archivedAt: Date | null;
  invalidAt: Date | null;
  supersededById: string | null;
  version: number;
  confidence: number | null;
  provenance: JsonObject | null;
  /** Of the normalised text; equal hashes mean the same text. */
  contentHash: string;
}

export interface NewMemory extends Omit<MemoryRecord, 'embeddingId' | 'archivedAt' | 'version'> {
  /** What it says something of, see `factKey`. */
  factKeys: readonly string[];
  /** Its words for finding repeats, see `wordKeys`. */
  wordKeys: number[];
  /** Memories whose text its `context` holds. */
  contextSourceIds: readonly string[];
  /** Where it stands in its artifact, UTF-16 units; null for one that no artifact holds. */
  span: { start: number; end: number } | null;
}

export type MemoryChanges = Partial<
  Pick<
    MemoryRecord,
    | 'content'
    | 'contentHash'
    | 'tier'
    | 'tierSince'
    | 'importanceScore'
    | 'tags'
    | 'metadata'
    | 'recencyAt'
    | 'archivedAt'
    | 'invalidAt'
    | 'supersededById'
  >
> & { wordKeys?: number[] };

/** The exact filter. Members left out pass everything. */
export interface MemoryFilter {
  /** Null passes those without an owner. */
  ownerEntityId?: string | null | undefined;
  tiers?: readonly Tier[] | undefined;
  /** Any of them. */
  tags?: readonly string[] | undefined;
  tagsAll?: readonly string[] | undefined;
  sourceArtifactId?: string | undefined;
  sessionId?: string | undefined;
  /** Equality on each top-level member. */
  metadata?: JsonObject | undefined;
  /** Inclusive. */
  createdAfter?: Date | undefined;
  /** Exclusive. */
  createdBefore?: Date | undefined;
  /** Facts as valid then: what had happened by it and was not yet superseded. */
  asOf?: Date | undefined;
  includeArchived: boolean;
  includeSuperseded: boolean;
  /** Leaves out short_term memories created at or before this that were used less often: they only wait for their removal. */
  expiredShortTerm?: { createdUntil: Date; accessBelow: number } | undefined;
}

export type MemorySort = 'createdAt' | 'importanceScore' | 'accessCount';

/** Where a page begins: the sort value and id of the last row of the page before. */
export interface PageKey {
  value: number;
  id: string;
}

export interface MemoryPageRequest {
  filter: MemoryFilter;
  sortBy: MemorySort;
  sortOrder: 'asc' | 'desc';
  limit: number;
  /** Either of them; `after` wins. */
  offset: number;
  after?: PageKey | undefined;
}

/** Sorted lists for the top k: each row passes the exact filter; best first, at most m long. */
export interface RecordLists {
  /** One for each group of tiers that share a half-life, by `recencyAt`. */
  recency: { tiers: readonly Tier[]; entries: { id: string; tier: Tier; recencyAt: Date }[] }[];
  importance: { id: string; importanceScore: number }[];
  /** Rows whose present version is not in the index, newest first. */
  unindexed: {
    id: string;
    content: string;
    context: string | null;
    tier: Tier;
    recencyAt: Date;
    importanceScore: number;
  }[];
  /** There are more unindexed rows than were read. */
  unindexedCut: boolean;
}

export interface MemoryFacts {
  id: string;
  version: number;
  tier: Tier;
  recencyAt: Date;
  importanceScore: number;
}

/** What indexing needs to know of a row; tombstones included. */
export interface IndexState {
  id: string;
  version: number;
  indexedVersion: number;
  /** Deleted or archived: must not be in the index. */
  absent: boolean;
  tombstone: boolean;
  ownerEntityId: string | null;
  tier: Tier;
  content: string;
  context: string | null;
  tags: string[];
  sourceArtifactId: string | null;
  sessionId: string | null;
  createdAt: Date;
  superseded: boolean;
}

export interface MemoryRepository {
  insert(memories: readonly NewMemory[]): Promise<void>;
  /** Live rows only, as every read here; `lock` holds the row until the transaction ends. */
  get(id: string, options?: { lock?: boolean }): Promise<MemoryRecord | null>;
  /** In any order; with a filter, only those that pass it. */
  getMany(ids: readonly string[], filter?: MemoryFilter): Promise<MemoryRecord[]>;
  /** Sets the changes, raises the version. Null when the row is gone. */
  update(id: string, changes: MemoryChanges, at: Date): Promise<MemoryRecord | null>;
  /** Replaces what a memory says something of. */
  setFacts(id: string, factKeys: readonly string[]): Promise<void>;
  /** Later facts take the place of these rows from a time on; the versions rise. */
  supersede(rows: readonly { id: string; byId: string; invalidAt: Date }[], at: Date): Promise<void>;
  /**
   * Of the same owner (null with null): valid rows that are not archived and hold all words of one of these texts, the
   * shortest first, a few for each.
   */
  withWords(ownerEntityId: string | null, texts: readonly (readonly number[])[]): Promise<MemoryRecord[]>;
  /** Of the same owner (null with null): valid rows that are not archived and say something of one of these. */
  withFacts(ownerEntityId: string | null, factKeys: readonly string[]): Promise<MemoryRecord[]>;
  /** Counts one access, atomically; neither version nor `updatedAt` change. */
  recordAccess(id: string, at: Date): Promise<MemoryRecord | null>;
  page(request: MemoryPageRequest): Promise<{ memories: MemoryRecord[]; total: number; last: PageKey | null }>;
  matching(filter: MemoryFilter): Promise<string[]>;
  count(filter: MemoryFilter): Promise<number>;
  /**
   * Leaves tombstones without any text: content, context, tags, metadata, provenance and history go, the version rises.
   * Contexts of other memories that hold the text of one of them are emptied. Answers which rows were buried and which were
   * only changed; both have to be indexed.
   */
  bury(ids: readonly string[], at: Date): Promise<{ buried: string[]; changed: string[]; artifactIds: string[] }>;
  stats(since: Date): Promise<{ byTier: Record<Tier, number>; byDay: { date: string; count: number }[] }>;
  /** Of the same owner (null with null): valid rows that are not archived, by the hash of their text, oldest first. */
  withHashes(ownerEntityId: string | null, hashes: readonly string[]): Promise<{ id: string; contentHash: string }[]>;
  lists(filter: MemoryFilter, m: number, unindexedLimit: number): Promise<RecordLists>;
  facts(ids: readonly string[], filter: MemoryFilter): Promise<MemoryFacts[]>;
  indexStates(ids: readonly string[]): Promise<IndexState[]>;
  /**
   * Marks rows as indexed where their version is still the same, takes their index jobs off the outbox, and removes
   * tombstones whose removal is confirmed; all in one transaction. Answers how many rows had moved on meanwhile.
   */
  markIndexed(
    rows: readonly { id: string; version: number; embeddingId: string | null }[],
  ): Promise<{ moved: string[] }>;
  /** Content of live rows in order of id, for the vocabulary. */
  contents(after: string | null, limit: number): Promise<{ id: string; content: string }[]>;
}

export interface HistoryEntry {
  memoryId: string;
  version: number;
  change: string;
  at: Date;
  before: JsonObject | null;
  after: JsonObject | null;
}

export interface HistoryRepository {
  add(entries: readonly HistoryEntry[]): Promise<void>;
  /** Oldest first. */
  of(memoryId: string): Promise<HistoryEntry[]>;
}

export interface ArtifactRecord {
  id: string;
  content: string;
  source: string;
  ownerEntityId: string | null;
  metadata: JsonObject;
  ingestTraceId: string | null;
  createdAt: Date;
}

export interface ArtifactRepository {
  insert(artifact: ArtifactRecord): Promise<void>;
  get(id: string): Promise<ArtifactRecord | null>;
  /** Removes those made by ingest that no live memory points to, with the text that their ingests still hold. */
  removeUnused(ids: readonly string[]): Promise<void>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
}

export type IngestState = 'processing' | 'done' | 'failed';

export interface IngestRecord {
  traceId: string;
  state: IngestState;
  /** The request without its text. */
  request: JsonObject;
  artifactId: string | null;
  /** The text, where no artifact holds it. */
  content: string | null;
  /** What was extracted, so that a repeat continues from it. */
  candidates: JsonObject[] | null;
  result: JsonObject | null;
  error: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

export interface IngestPageRequest {
  state?: IngestState | undefined;
  limit: number;
  /** Either of them; `after` wins. */
  offset: number;
  after?: PageKey | undefined;
}

export interface IngestRepository {
  /** Newest first. The key's value is the time of creation in ms. */
  page(request: IngestPageRequest): Promise<{ ingests: IngestRecord[]; total: number; last: PageKey | null }>;
  insert(ingest: IngestRecord): Promise<void>;
  get(traceId: string): Promise<IngestRecord | null>;
  saveCandidates(traceId: string, candidates: readonly JsonObject[], at: Date): Promise<void>;
  /** Writes the result and drops the text that no artifact holds, and the candidates with it. What is done stays so. */
  finish(
    traceId: string,
    outcome: { state: 'done' | 'failed'; result: JsonObject | null; error: string | null; at: Date },
  ): Promise<void>;
}

export interface OutboxKey {
  kind: JobKind;
  ref: string;
}

/** A tenant's side of the work list. */
export interface OutboxRepository {
  /**
   * Adds keys, due at `dueAt`; a key already there is rung again and gets the earlier due time, a dead letter comes back to
   * life.
   */
  ring(keys: readonly OutboxKey[], at: Date, dueAt: Date): Promise<void>;
  /** Takes a key off, unless it was rung again since it was leased; then it stays and is due at once. */
  done(key: OutboxKey, lease: Lease): Promise<void>;
  /** Up to `limit` more keys of a kind that are due and free, leased with the same token. */
  leaseMore(kind: JobKind, lease: Lease, limit: number): Promise<string[]>;
}

export interface Lease {
  token: string;
  until: Date;
  now: Date;
}

/** The work list over all tenants, for workers and the sweeper. */
export interface Outbox {
  /** Due or not. Null when the key is gone, dead, or leased by someone else. `attempts` counts this one. */
  lease(job: JobKey, lease: Lease): Promise<{ attempts: number } | null>;
  /** Gives a leased key back, due at `dueAt`, or buries it as a dead letter when `dead` and nobody rang it meanwhile. */
  fail(job: JobKey, lease: Lease, failure: { error: string; dueAt: Date; dead: boolean }): Promise<void>;
  /** Keys that are due and free, oldest first. */
  due(now: Date, limit: number): Promise<JobKey[]>;
  /** Frees every lease: after a start where no other process can hold one. */
  releaseAll(): Promise<number>;
  /** Of every kind. `oldestSeconds` counts from the ring that brought the oldest waiting key. */
  counts(now: Date): Promise<{ kind: JobKind; waiting: number; dead: number; oldestSeconds: number }[]>;
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
  /** Stores the answer and which memories it holds the text of; `lockedUntil` null ends the lock. */
  store(
    key: string,
    answer: { result: JsonObject; mentions: readonly string[]; lockedUntil: Date | null },
  ): Promise<void>;
  /** Takes the text out of answers that mention one of these memories; the keys stay taken. */
  forget(memoryIds: readonly string[]): Promise<void>;
}

export type NodeType = 'entity' | 'artifact' | 'memory';

export interface RelationRecord {
  id: string;
  type: string;
  fromType: NodeType;
  fromId: string;
  toType: NodeType;
  toId: string;
  weight: number;
  metadata: JsonObject;
  createdAt: Date;
}

export interface RelationRepository {
  /** An edge that is there already stays as it is. */
  add(relations: readonly RelationRecord[]): Promise<void>;
  /** With one end at this node. */
  of(nodeId: string): Promise<RelationRecord[]>;
  removeOf(nodeIds: readonly string[]): Promise<void>;
}

export interface VocabularyRecord {
  version: number;
  memories: number;
  /** By term id. */
  frequencies: Record<string, number>;
}

export interface VocabularyRepository {
  get(): Promise<VocabularyRecord | null>;
  /** Adds to the count of memories changed since the last refresh. */
  noteChanges(count: number): Promise<{ memories: number; changes: number }>;
  /** Writes new figures, raises the version, and takes `changesSeen` off the count. */
  replace(figures: {
    memories: number;
    frequencies: Record<string, number>;
    changesSeen: number;
    at: Date;
  }): Promise<void>;
}

export interface TenantRepositories {
  memories: MemoryRepository;
  history: HistoryRepository;
  artifacts: ArtifactRepository;
  ingests: IngestRepository;
  relations: RelationRepository;
  outbox: OutboxRepository;
  idempotency: IdempotencyRepository;
  vocabulary: VocabularyRepository;
  /** Holds until the transaction ends: writers of the same owner's facts wait for each other. */
  lockOwner(ownerEntityId: string | null): Promise<void>;
}

/** All that one tenant has. There is no way to its rows but through this. */
export interface TenantRecords extends TenantRepositories {
  /** Everything or nothing. Inside, use only `repositories`: the outer ones would wait for this transaction. */
  transaction<Result>(work: (repositories: TenantRepositories) => Promise<Result>): Promise<Result>;
}

/** The truth: everything that was accepted. */
export interface Records {
  readonly kind: string;
  forTenant(tenant: TenantId): TenantRecords;
  outbox: Outbox;
  /** Rings the index job of every memory of every tenant: after the index was lost or its model changed. */
  reindexAll(at: Date): Promise<number>;
  /** Removes what is older than its retention. Answers how many rows went, by kind. */
  prune(before: { idempotencyKeys: Date }): Promise<Record<string, number>>;
  /** Memories that live, over all tenants, and rows whose present version is not in the index. */
  counts(): Promise<{ memories: number; unindexed: number }>;
  ping(): Promise<void>;
}
