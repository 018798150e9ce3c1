import type { Tier } from '@hippocamp/shared/schemas/common';
import type { HistoryEntry } from './history.js';
import type { Holdings } from './limits.js';
import type {
  AccessRules,
  DrawnMemory,
  DrawnReaders,
  DrawnRequest,
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

/** A word hashed as in `wordKeys`. Rarer words weigh more. */
export interface WeighedKey {
  key: number;
  weight: number;
}

/** Finds memories that a text may repeat or replace. A missing member finds nothing. */
export interface Sought {
  ids?: readonly string[];
  /** Finds the oldest memories with each of these texts, a few of the assistant's and a few of others. */
  hashes?: readonly string[];
  /** Finds memories with all words of one of these texts, the shortest first, a few for each. */
  holding?: readonly (readonly number[])[];
  /** Finds the `most` memories for each text whose shared words weigh most, except those drawn from the artifact. */
  sharing?: { texts: readonly (readonly WeighedKey[])[]; most: number; exceptArtifactId?: string | null };
  /** For each text of `holding` and `sharing`: true finds the assistant's memories, false others. False by default. */
  byAssistant?: readonly boolean[];
}

/**
 * Metadata tells only who said it. The longest of many contents are cut to their beginning, which is longer than what
 * is read of a memory (`LONGEST_READ`).
 */
export type KnownMemory = Pick<
  MemoryRecord,
  'id' | 'version' | 'ownerEntityId' | 'content' | 'contentHash' | 'speaker' | 'metadata' | 'occurredAt' | 'createdAt'
>;

/** A memory in which a first person names itself. */
export interface NamingMemory extends Pick<MemoryRecord, 'id' | 'speaker'> {
  /** The version of its reading; null for a memory that was never read. */
  readBy: string | null;
  /** The first two of its reading: a second one tells that several were given. */
  selfNames: string[];
}

export interface Rewritten extends Pick<MemoryRecord, 'id' | 'content' | 'contentHash'> {
  tags?: string[];
  provenance?: MemoryRecord['provenance'];
  hidden?: boolean;
}

export interface MemoryRepository {
  insert(memories: readonly NewMemory[]): Promise<void>;
  /** Atomic, inside or outside a transaction. */
  store(memories: readonly NewMemory[], history: readonly HistoryEntry[], times: EnqueueTimes): Promise<void>;
  /** Reads give live rows. `lock` holds the row; `hidden` adds memories that wait to be distilled again. */
  get(id: string, options?: { lock?: boolean; hidden?: boolean }): Promise<MemoryRecord | null>;
  /** In any order. With a filter, only those that pass. */
  getMany(ids: readonly string[], filter?: MemoryFilter): Promise<MemoryRecord[]>;
  /** Raises the version. Null when the row is gone. */
  update(id: string, changes: MemoryChanges, at: Date): Promise<MemoryRecord | null>;
  /** Gives rows that are not deleted other texts, which nobody has read. Members left out stay. Answers them, in any order. */
  rewrite(rows: readonly Rewritten[], keys: Pick<MemoryKeys, 'marks'>, at: Date): Promise<MemoryRecord[]>;
  /** Those of the ids that live, each once, in order. */
  living(ids: readonly string[]): Promise<string[]>;
  /** In any order. */
  tagsOf(ids: readonly string[]): Promise<Pick<MemoryRecord, 'id' | 'tags'>[]>;
  setFacts(id: string, factKeys: readonly string[]): Promise<void>;
  /** By id. Rows never read are missing. */
  readings(ids: readonly string[]): Promise<ReadonlyMap<string, KeptReading>>;
  /** Only for rows still at the version. Neither version nor `updatedAt` changes. */
  keepReadings(rows: readonly ({ id: string; version: number } & MemoryKeys)[]): Promise<void>;
  /** Marks rows as replaced, or as holding again with null and null. Answers the raised versions. */
  supersede(
    rows: readonly { id: string; byId: string | null; invalidAt: Date | null }[],
    at: Date,
  ): Promise<{ id: string; version: number }[]>;
  /** Valid, unarchived rows of the same owner (null with null) that match any of these, each once, in any order. */
  knownBy(ownerEntityId: string | null, sought: Sought): Promise<KnownMemory[]>;
  /** The same rows without their texts. */
  knownVersions(ownerEntityId: string | null, sought: Sought): Promise<Pick<KnownMemory, 'id' | 'version'>[]>;
  /** The hashes that a live row of the same owner (null with null) has, even a replaced or archived one. */
  sayingExactly(ownerEntityId: string | null, hashes: readonly string[]): Promise<string[]>;
  /** Valid, unarchived rows of the same owner (null with null) with one of these keys, oldest first. */
  withFacts(ownerEntityId: string | null, factKeys: readonly string[]): Promise<NamingMemory[]>;
  /** Counts one access, atomically; neither version nor `updatedAt` changes. With rules, the memory may become due. */
  recordAccess(id: string, at: Date, rules?: AccessRules): Promise<MemoryRecord | null>;
  page(request: MemoryPageRequest): Promise<{ memories: MemoryRecord[]; total: number; last: PageKey | null }>;
  /** Latest ids first, hidden ones included. */
  matching(filter: MemoryFilter, part?: { before: string | null; limit: number }): Promise<string[]>;
  count(filter: MemoryFilter): Promise<number>;
  /**
   * Leaves tombstones without text: content, context, tags, metadata and provenance go, the version rises. The history
   * has to be forgotten in the same transaction.
   * Empties contexts that hold their text, and those of `contextsOf`. `buried` and `changed` have to be indexed.
   */
  bury(
    ids: readonly string[],
    at: Date,
    contextsOf?: readonly string[],
  ): Promise<{ buried: string[]; changed: string[]; artifactIds: string[] }>;
  /** Empties contexts that hold text of these sources, and `contextsOf`. Answers the rows to be indexed. */
  emptyContexts(sourceIds: readonly string[], at: Date, contextsOf: readonly string[]): Promise<string[]>;
  /** Distinct, null included. Also of hidden rows. */
  owners(ids: readonly string[]): Promise<(string | null)[]>;
  /** Also of hidden rows. */
  wordings(ids: readonly string[]): Promise<MemoryWording[]>;
  /** Memories of these raw texts in order of id after `after`, at most `limit`. Also hidden rows. */
  drawnFrom(artifactIds: readonly string[], request: DrawnRequest): Promise<DrawnMemory[]>;
  /** Looks at `most` memories of this raw text, also at hidden rows. */
  readersOf(artifactId: string, traceId: string, most: number): Promise<DrawnReaders>;
  /** The contexts of those that have one, hidden rows too, in any order. */
  contexts(ids: readonly string[]): Promise<{ id: string; context: string }[]>;
  /** The places in this raw text of live memories whose content a client changed. */
  rewordedIn(artifactId: string): Promise<Span[]>;
  /** Live rows whose context or content holds words of these memories or raw texts. */
  citing(sourceIds: readonly string[]): Promise<string[]>;
  /** Live rows that one of these replaced, held until the transaction ends, in order of id. */
  replacedBy(ids: readonly string[]): Promise<ReplacedMemory[]>;
  holdings(): Promise<Holdings>;
  /** `byDay` is of those made from `after` on and earlier than `before`, `byTier` of all. */
  stats(days: {
    after: Date;
    before: Date;
  }): Promise<{ byTier: Record<Tier, number>; byDay: { date: string; count: number }[] }>;
  /** At most `limit` valid, unarchived rows of the same owner (null with null), oldest first. */
  withHashes(
    ownerEntityId: string | null,
    hashes: readonly string[],
    limit: number,
  ): Promise<{ id: string; contentHash: string }[]>;
  /** The hashes that replaced or archived rows of the same owner have. */
  retiredHashes(ownerEntityId: string | null, hashes: readonly string[]): Promise<string[]>;
  lists(filter: MemoryFilter, m: number, unindexedLimit: number, near?: NearWanted): Promise<RecordLists>;
  /** `waiting` counts the passing rows whose version is not in the index. */
  countWaiting(filter: MemoryFilter): Promise<{ passing: number; waiting: number }>;
  /** Passing rows that are indexed but whose `embed` jobs are open, without those of `except`: of the newest 10,000 jobs. */
  unembedded(filter: MemoryFilter, except?: readonly string[]): Promise<number>;
  /** Unarchived rows, by whether vector and words are done. */
  vectorCounts(): Promise<{ done: number; waiting: number }>;
  facts(ids: readonly string[], filter: MemoryFilter): Promise<MemoryFacts[]>;
  indexStates(ids: readonly string[]): Promise<IndexState[]>;
  /** Also removes their index jobs and confirmed tombstones. `moved` have another version or epoch by now. */
  markIndexed(
    rows: readonly { id: string; version: number; indexEpoch: number; embeddingId: string | null }[],
  ): Promise<{ moved: string[] }>;
  /** The versions that the index should hold, tombstones included, by id after `after`. */
  versions(after: string | null, limit: number): Promise<RowVersion[]>;
  /** Rows that are gone are left out. */
  versionsOf(ids: readonly string[]): Promise<RowVersion[]>;
  /** Enqueues rows that the index lost. Their epochs rise, so that a running `markIndexed` keeps the order. */
  markUnindexed(ids: readonly string[], at: Date): Promise<void>;
  /** Live rows in order of id, for the vocabulary: fewer than `limit` where they are long, and none behind the last. */
  contents(after: string | null, limit: number): Promise<{ id: string; content: string; speaker: string | null }[]>;
}
