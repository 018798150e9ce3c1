import type { TextReading } from '@hippocamp/shared/language/reading';
import type { JsonObject, Mark, Tier } from '@hippocamp/shared/schemas/common';

/** A memory's row. Scores that depend on the time are not in it. */
export interface MemoryRecord {
  id: string;
  ownerEntityId: string | null;
  /** The tenant's own name for the owner; undefined where it was not read along. */
  owner?: string | null;
  tier: Tier;
  content: string;
  context: string | null;
  /** The person who said it or whom it is about. */
  speaker: string | null;
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
  /** The hash of the normalised text. Equal hashes mean equal texts. */
  contentHash: string;
  /** The language by the last reading, ISO 639-1. Null when unknown. */
  language: string | null;
  /** The marks of the last reading. Empty when it was never read. */
  marks: Mark[];
}

/** A part of a text: UTF-16 units, start inclusive, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** The reading of a memory's content, and the version of its reader. */
export interface KeptReading extends TextReading {
  by: string;
  /** A judge has said whether it tries to steer its reader; false where it is marked as unchecked until one has. */
  isJudged?: boolean;
}

/** The keys that find a memory for comparison. */
export interface MemoryKeys {
  /** Null where its text has not been read. */
  reading: KeptReading | null;
  /** Under which it is found that its first person gives itself a name, see `nameKey`. */
  factKeys: readonly string[];
  /** Its words for finding repeats, see `wordKeys`. */
  wordKeys: number[];
  marks: Mark[];
  language: string | null;
}

export interface NewMemory extends Omit<MemoryRecord, 'embeddingId' | 'archivedAt' | 'version'>, MemoryKeys {
  /** Memories whose text its `context` holds, and raw texts of earlier ingests whose words it or its content does. */
  contextSourceIds: readonly string[];
  /** The place in its artifact, UTF-16 units. Null without an artifact. */
  span: Span | null;
  /** When a rule of the lifecycle could first fit; null for never. */
  dueAt: Date | null;
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
    | 'provenance'
  >
> &
  Partial<Pick<MemoryKeys, 'wordKeys' | 'reading' | 'marks' | 'language'>> & {
    dueAt?: Date | null;
    hiddenAt?: Date | null;
    span?: null;
  };

/** The texts of a memory, for finding copies of them. */
export interface MemoryWording {
  id: string;
  ownerEntityId: string | null;
  content: string;
  /** The part of its text that it was drawn from, as its provenance tells it. */
  sourceSpan: string | null;
  sourceArtifactId: string | null;
  span: Span | null;
  tags: string[];
  supersededById: string | null;
  invalidAt: Date | null;
  /** The number of statements by the last reading. 0 or 1 for a single one. */
  statements: number;
}

/** A memory as its artifact knows it. */
export interface DrawnMemory {
  id: string;
  sourceArtifactId: string;
  span: Span | null;
  context: string | null;
}

/** A memory whose place another took. */
export interface ReplacedMemory {
  id: string;
  ownerEntityId: string | null;
  occurredAt: Date;
  invalidAt: Date | null;
  supersededById: string;
  contentHash: string;
}

/** The number of accesses, and the time in the tier, that make a memory due. The assistant's memories never are. */
export interface AccessRules {
  shortTermCount: number;
  episodicCount: number;
  /** ms */
  episodicAge: number;
}

/** The exact filter. Members left out pass everything. */
export interface MemoryFilter {
  /** Null passes those without an owner. */
  ownerEntityId?: string | null | undefined;
  /** Any of these; null passes those without an owner. */
  owners?: readonly (string | null)[] | undefined;
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
  /** Leaves out what the assistant said. */
  exceptAssistants?: boolean | undefined;
  /**
   * Leaves out short_term memories created at or before this that were used less often, or are the assistant's: they only wait
   * for their removal.
   */
  expiredShortTerm?: { createdUntil: Date; accessBelow: number } | undefined;
}

export type MemorySort = 'createdAt' | 'importanceScore' | 'accessCount';

/** The sort value and id of the last row of the previous page. */
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
  /** Rows whose present version is not in the index, newest first; archived ones among them where they pass the filter. */
  unindexed: {
    id: string;
    version: number;
    content: string;
    context: string | null;
    speaker: string | null;
    occurredAt: Date;
    tier: Tier;
    recencyAt: Date;
    importanceScore: number;
  }[];
  /** Some memory of the tenant was said in a session. */
  sessions: boolean;
  /** There are more unindexed rows than were read, by their number or the length of their texts. */
  unindexedCut: boolean;
  /** Some memory of the tenant has no vector yet, see `MemoryRepository.unembedded`. */
  vectorsAwaited: boolean;
  near: NearRows;
}

/** Rows that an index named best, as far as they pass the filter: read with the lists, a question needs no second look. */
export interface NearRows {
  facts: MemoryFacts[];
  whole: MemoryRecord[];
  replaced: ReplacingEdge[];
}

/** The data to read of the best rows of an index. */
export interface NearWanted {
  ids: readonly string[];
  /** For this many of them the whole row is read, and whether a live memory has an edge of this type to it. */
  whole: number;
  replacing: string;
}

/** A live memory that was told after another one about the same thing, or took its place. */
export interface ReplacingEdge {
  earlierId: string;
  laterId: string;
  occurredAt: Date;
}

export interface MemoryFacts {
  id: string;
  version: number;
  tier: Tier;
  recencyAt: Date;
  importanceScore: number;
  /** `metadata.sessionId`, its first 256 characters; null where it was said in none. */
  session: string | null;
}

/** The members of a row that indexing reads, tombstones included. */
export interface IndexState {
  id: string;
  version: number;
  indexedVersion: number;
  /** Goes up with each order to index the row again at the version that it has. */
  indexEpoch: number;
  /** Deleted or archived: must not be in the index. */
  absent: boolean;
  tombstone: boolean;
  /** Its text was written in a transaction and has not been read yet. */
  unread: boolean;
  ownerEntityId: string | null;
  tier: Tier;
  content: string;
  context: string | null;
  speaker: string | null;
  occurredAt: Date;
  tags: string[];
  sourceArtifactId: string | null;
  sessionId: string | null;
  createdAt: Date;
  superseded: boolean;
}

/** The versions of a row in the records and in the index. */
export interface RowVersion {
  id: string;
  version: number;
  indexedVersion: number;
  /** Deleted or archived: must not be in the index. */
  absent: boolean;
}
