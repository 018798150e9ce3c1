import type { Tier } from '@hippocamp/shared/schemas/common';
import type { HistoryEntry } from './history.js';
import type { Holdings } from './limits.js';
import type {
  AccessRules,
  DrawnMemory,
  IndexState,
  KeptReading,
  MemoryChanges,
  MemoryFacts,
  MemoryFilter,
  MemoryKeys,
  MemoryPageRequest,
  MemoryRecord,
  MemoryWording,
  NearWanted,
  NewMemory,
  PageKey,
  RecordLists,
  ReplacedMemory,
  RowVersion,
  Span,
} from './memories.js';
import type { EnqueueTimes } from './outbox.js';

/** A word of a text, hashed as in `wordKeys`, and what it weighs beside the others: the rarer, the more. */
export interface WeighedKey {
  key: number;
  weight: number;
}

/** The keys to find memories that a text may repeat or replace. A missing member finds nothing. */
export interface Sought {
  ids?: readonly string[];
  /** Hashes of the texts. */
  hashes?: readonly string[];
  /** Finds memories with all words of one of these texts, the shortest first, a few for each. */
  holding?: readonly (readonly number[])[];
  /**
   * Those that share words with one of these texts; `most` for each, those whose shared words weigh most together. None that was
   * drawn from the excepted artifact.
   */
  sharing?: { texts: readonly (readonly WeighedKey[])[]; most: number; exceptArtifactId?: string | null };
  /**
   * Of each text of `holding` and of `sharing`, whether the assistant said it: found by their words are those that it said, and
   * otherwise those that it did not say. What is left out it did not say.
   */
  byAssistant?: readonly boolean[];
}

/** A memory with what others are compared by, and what was read of it; null where nobody has read it yet. */
export interface KnownMemory
  extends Pick<
    MemoryRecord,
    'id' | 'version' | 'ownerEntityId' | 'content' | 'contentHash' | 'speaker' | 'metadata' | 'occurredAt' | 'createdAt'
  > {
  reading: KeptReading | null;
}

export interface MemoryRepository {
  insert(memories: readonly NewMemory[]): Promise<void>;
  /** Inserts memories with their history and index jobs. It is atomic, inside or outside a transaction. */
  store(memories: readonly NewMemory[], history: readonly HistoryEntry[], times: EnqueueTimes): Promise<void>;
  /**
   * Live rows only, as every read here; `lock` holds the row until the transaction ends. Hidden ones wait without their text
   * to be made anew: no read gives them but where it is asked to.
   */
  get(id: string, options?: { lock?: boolean; hidden?: boolean }): Promise<MemoryRecord | null>;
  /** In any order. With a filter, only those that pass. */
  getMany(ids: readonly string[], filter?: MemoryFilter): Promise<MemoryRecord[]>;
  /** Sets the changes, raises the version. Null when the row is gone. */
  update(id: string, changes: MemoryChanges, at: Date): Promise<MemoryRecord | null>;
  /** Replaces the keys of a memory. */
  setFacts(id: string, factKeys: readonly string[]): Promise<void>;
  /** The readings of live rows by id. Rows never read are missing. */
  readings(ids: readonly string[]): Promise<ReadonlyMap<string, KeptReading>>;
  /** Keeps what was read of rows that still have the version; neither version nor `updatedAt` change. */
  keepReadings(rows: readonly ({ id: string; version: number } & MemoryKeys)[]): Promise<void>;
  /** Later facts take the place of these rows from a time on, or they hold again: null and null. Answers the raised versions. */
  supersede(
    rows: readonly { id: string; byId: string | null; invalidAt: Date | null }[],
    at: Date,
  ): Promise<{ id: string; version: number }[]>;
  /** Valid, unarchived rows of the same owner (null with null) that match any of these, each once, in any order. */
  knownBy(ownerEntityId: string | null, sought: Sought): Promise<KnownMemory[]>;
  /** Which of these hashes of content a live row of the same owner (null with null) has, be it replaced or archived. */
  sayingExactly(ownerEntityId: string | null, hashes: readonly string[]): Promise<string[]>;
  /** Valid, unarchived rows of the same owner (null with null) with one of these keys. */
  withFacts(ownerEntityId: string | null, factKeys: readonly string[]): Promise<MemoryRecord[]>;
  /** Counts one access, atomically; neither version nor `updatedAt` change. With rules, it may become due. */
  recordAccess(id: string, at: Date, rules?: AccessRules): Promise<MemoryRecord | null>;
  page(request: MemoryPageRequest): Promise<{ memories: MemoryRecord[]; total: number; last: PageKey | null }>;
  /** Hidden ones too. The latest ids first; of those before an id, at most so many, where a part is asked for. */
  matching(filter: MemoryFilter, part?: { before: string | null; limit: number }): Promise<string[]>;
  count(filter: MemoryFilter): Promise<number>;
  /**
   * Leaves tombstones without any text: content, context, tags, metadata, provenance and history go, the version rises.
   * Contexts of other memories that hold the text of one of them are emptied, and those of `contextsOf`; that these cite raw
   * texts stays known, since their contents may. Answers which rows
   * were buried and which were only changed; both have to be indexed.
   */
  bury(
    ids: readonly string[],
    at: Date,
    contextsOf?: readonly string[],
  ): Promise<{ buried: string[]; changed: string[]; artifactIds: string[] }>;
  /** Empties contexts that hold text of these sources, and those of `contextsOf`. Answers the changed rows, to be indexed. */
  emptyContexts(sourceIds: readonly string[], at: Date, contextsOf: readonly string[]): Promise<string[]>;
  /** The distinct owners of these rows, null included. Also of hidden rows. */
  owners(ids: readonly string[]): Promise<(string | null)[]>;
  /** The present and past texts of live rows, and their sources. Also of hidden rows. */
  wordings(ids: readonly string[]): Promise<MemoryWording[]>;
  /** Live rows that say that they were drawn from these artifacts. */
  drawnFrom(artifactIds: readonly string[]): Promise<DrawnMemory[]>;
  /** The places in this raw text of live memories whose content a client changed. */
  rewordedIn(artifactId: string): Promise<Span[]>;
  /** Live rows whose context, or content, holds words of these memories or raw texts. */
  citing(sourceIds: readonly string[]): Promise<string[]>;
  /** Live rows whose place one of these took, held until the transaction ends, in order of id. */
  replacedBy(ids: readonly string[]): Promise<ReplacedMemory[]>;
  /** Rows that live, and the bytes of their texts and of the raw texts. */
  holdings(): Promise<Holdings>;
  stats(since: Date): Promise<{ byTier: Record<Tier, number>; byDay: { date: string; count: number }[] }>;
  /** Valid, unarchived rows of the same owner (null with null) with these text hashes, oldest first. */
  withHashes(ownerEntityId: string | null, hashes: readonly string[]): Promise<{ id: string; contentHash: string }[]>;
  /** Which of these texts are those of rows that are there, of the same owner, but were replaced or archived. */
  retiredHashes(ownerEntityId: string | null, hashes: readonly string[]): Promise<string[]>;
  lists(filter: MemoryFilter, m: number, unindexedLimit: number, near?: NearWanted): Promise<RecordLists>;
  /** The number of rows that pass, and of those that the index does not hold in their present version. */
  countWaiting(filter: MemoryFilter): Promise<{ passing: number; waiting: number }>;
  /**
   * The number of passing rows that are indexed but whose vectors are still to be made: their `embed` jobs are open.
   */
  unembedded(filter: MemoryFilter): Promise<number>;
  /** Rows that are not archived: those whose vectors are made, and those whose vectors or words are still to come. */
  vectorCounts(): Promise<{ done: number; waiting: number }>;
  facts(ids: readonly string[], filter: MemoryFilter): Promise<MemoryFacts[]>;
  indexStates(ids: readonly string[]): Promise<IndexState[]>;
  /**
   * Marks rows as indexed where version and epoch are still the same, takes their index jobs off the outbox, and removes
   * tombstones whose removal is confirmed; all in one transaction. Answers which rows had moved on meanwhile.
   */
  markIndexed(
    rows: readonly { id: string; version: number; indexEpoch: number; embeddingId: string | null }[],
  ): Promise<{ moved: string[] }>;
  /** The versions that the index should hold, tombstones included, ordered by id after `after`. For the reconciler. */
  versions(after: string | null, limit: number): Promise<RowVersion[]>;
  /** The same of some rows; those that are gone are not in the answer. */
  versionsOf(ids: readonly string[]): Promise<RowVersion[]>;
  /**
   * Rows that the index lost: they count as not indexed, so that queries score them here, and their index jobs are enqueued. Their
   * epochs rise, so that whoever indexes them at this moment does not take the order off again.
   */
  markUnindexed(ids: readonly string[], at: Date): Promise<void>;
  /** Content and speakers of live rows in order of id, for the vocabulary. */
  contents(after: string | null, limit: number): Promise<{ id: string; content: string; speaker: string | null }[]>;
}
