import type { TextReading } from '@hippocamp/shared/language/reading';
import type { JsonObject, Mark, Tier } from '@hippocamp/shared/schemas/common';

/** Scores that depend on the time are not stored. */
export interface MemoryRecord {
  id: string;
  ownerEntityId: string | null;
  /** The tenant's own name for the owner; undefined when it was not read. */
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
  /** The later of `occurredAt` and the last recorded access. */
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
  /** ISO 639-1, by the last reading. Null when unknown. */
  language: string | null;
  /** Empty when the text was never read. */
  marks: Mark[];
}

/** UTF-16 units, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** `by` is the version of the reader. */
export interface KeptReading extends TextReading {
  by: string;
  /** False while the text is withheld until a judge has read it. */
  isJudged?: boolean;
}

/** The keys that find a memory for comparison. */
export interface MemoryKeys {
  /** Null when the text has not been read. */
  reading: KeptReading | null;
  /** The keys of names that the first person gives itself, see `nameKey`. */
  factKeys: readonly string[];
  /** See `wordKeys`. */
  wordKeys: number[];
  marks: Mark[];
  language: string | null;
}

export interface NewMemory extends Omit<MemoryRecord, 'embeddingId' | 'archivedAt' | 'version'>, MemoryKeys {
  /** Memories whose text the context holds, and earlier raw texts whose words the context or content holds. */
  contextSourceIds: readonly string[];
  /** The place in its artifact. Null without an artifact. */
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
  sourceSpan: string | null;
  sourceArtifactId: string | null;
  span: Span | null;
  tags: string[];
  supersededById: string | null;
  invalidAt: Date | null;
  /** By the last reading. 0 or 1 for a single statement. */
  statements: number;
}

export interface DrawnMemory {
  id: string;
  sourceArtifactId: string;
  span: Span | null;
}

export interface DrawnRequest {
  /** Only those with a place in the raw text, or with a context. */
  having: 'place' | 'context' | 'any';
  after: string | null;
  limit: number;
}

/** Tells who may read a raw text, from the provenance of the memories that were drawn from it. */
export interface DrawnReaders {
  /** Memories that were looked at. */
  count: number;
  /** True when one of them stays here. */
  staysHere: boolean;
  /** True when the ingest left one that may leave. */
  mayLeave: boolean;
}

export interface ReplacedMemory {
  id: string;
  ownerEntityId: string | null;
  occurredAt: Date;
  invalidAt: Date | null;
  supersededById: string;
  contentHash: string;
}

/** The accesses, and the time in the tier, that make a memory due. The assistant's memories never are. */
export interface AccessRules {
  shortTermCount: number;
  episodicCount: number;
  /** ms */
  episodicAge: number;
}

/** Members left out pass everything. */
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
  /** Facts that had happened by then and were not yet replaced. */
  asOf?: Date | undefined;
  includeArchived: boolean;
  includeSuperseded: boolean;
  exceptAssistants?: boolean | undefined;
  /** Leaves out short_term memories that only wait for removal: seldom used, or the assistant's. */
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
  /** `after` wins over `offset`. */
  offset: number;
  after?: PageKey | undefined;
}

/** Rows that pass the exact filter, best first, at most `m` in each list. */
export interface RecordLists {
  /** One list for each group of tiers with the same half-life, by `recencyAt`. */
  recency: { tiers: readonly Tier[]; entries: { id: string; tier: Tier; recencyAt: Date }[] }[];
  importance: { id: string; importanceScore: number }[];
  /** Rows whose version is not in the index, newest first. */
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
  /** True when some memory of the tenant has a session. */
  sessions: boolean;
  /** True when there are more unindexed rows than were read. */
  unindexedCut: boolean;
  /** True when some memory of the tenant lacks its vector, see `MemoryRepository.unembedded`. */
  vectorsAwaited: boolean;
  near: NearRows;
}

/** The index's best rows that pass the filter. Reading them with the lists saves a second look. */
export interface NearRows {
  facts: MemoryFacts[];
  whole: MemoryRecord[];
  /** Null where nothing was wanted. */
  told: ToldBefore | null;
}

export interface NearWanted {
  ids: readonly string[];
  /** For this many, the whole row is read, unless it is long. */
  whole: number;
  /** The type of the edges in `told`, which is of the first of `whole`. */
  replacing: string;
}

/** A live memory that was told after another about the same thing, or replaced it. */
export interface ReplacingEdge {
  earlierId: string;
  laterId: string;
  occurredAt: Date;
}

/** Tells of some memories which were told before others about the same thing, or replaced. */
export interface ToldBefore {
  of: readonly string[];
  /** Those to which any edge leads. */
  earlier: readonly string[];
  /** The edges between two of them, by when the later one was told. Any number may come from elsewhere. */
  among: readonly Pick<ReplacingEdge, 'earlierId' | 'laterId'>[];
}

export interface MemoryFacts {
  id: string;
  version: number;
  tier: Tier;
  recencyAt: Date;
  importanceScore: number;
  /** The first 256 characters of `metadata.sessionId`. */
  session: string | null;
  /** Equal for memories told in the same message of the same ingest. */
  message: string | null;
  ofAssistant: boolean;
}

/** Includes tombstones. */
export interface IndexState {
  id: string;
  version: number;
  indexedVersion: number;
  /** Rises with each order to index the row again at the same version. */
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

export interface RowVersion {
  id: string;
  version: number;
  indexedVersion: number;
  /** Deleted or archived: must not be in the index. */
  absent: boolean;
}
