import type { JsonObject, Tier } from '@hippocamp/shared/schemas/common';
import type { IngestRequest } from '@hippocamp/shared/schemas/ingest';
import type { ReviewKind, ReviewState } from '@hippocamp/shared/schemas/reviews';
import type { Span } from './memories.js';
import type { Page, PageRequest } from './pages.js';

/** A candidate with everything needed to store it later. */
export interface ReviewCandidate {
  content: string;
  memoryType: Tier;
  /** 0..1, as the next. */
  importance: number;
  confidence: number;
  tags: string[];
  sourceSpan: string;
  rationale: string;
  /** Names what judged it. */
  by: string | null;
  speaker: string | null;
  /** The place in its raw text. */
  span: Span;
  /** The place of the text before it. */
  context: Span | null;
  source: IngestRequest['source'];
  sessionId: string | null;
  actorId: string | null;
  metadata: JsonObject;
  /** When it was said. */
  occurredAt: Date;
  /** The reader that the request allows, if it names one. */
  reader?: IngestRequest['reader'];
}

/** Something that somebody has to decide about, or decided about. */
export interface ReviewRecord {
  id: string;
  kind: ReviewKind;
  state: ReviewState;
  ownerEntityId: string | null;
  /** Holds no text of candidates and memories. */
  reason: string;
  traceId: string;
  sourceArtifactId: string | null;
  /** The candidate that is not stored. Null once it is, and for replacements. */
  candidate: ReviewCandidate | null;
  /** The hash of the candidate's normalised text. Equal hashes mean equal texts. */
  contentHash: string | null;
  /** The newer memory of a replacement, or the one that the candidate became. */
  memoryId: string | null;
  /** Memories that it may replace, or has replaced. */
  otherIds: string[];
  createdAt: Date;
  decidedAt: Date | null;
}

/** Members left out pass everything. */
export interface ReviewFilter {
  /** Open reviews are returned only while something is left to decide: see `countOpen`. */
  state?: ReviewState | undefined;
  kind?: ReviewKind | undefined;
  ownerEntityId?: string | undefined;
  /** Inclusive. */
  createdAfter?: Date | undefined;
  /** Exclusive. */
  createdBefore?: Date | undefined;
}

/** The keys to find reviews with words that have to go. */
export interface ReviewTraces {
  /** Memories that came of them. */
  memoryIds: readonly string[];
  /** Open or rejected reviews of the same owner with the same text. */
  texts: readonly { ownerEntityId: string | null; contentHash: string }[];
  /** Open or rejected reviews of these raw texts. */
  artifactIds: readonly string[];
}

export interface ReviewRepository {
  add(reviews: readonly ReviewRecord[]): Promise<void>;
  /** `lock` holds the row until the transaction ends. */
  get(id: string, options?: { lock?: boolean }): Promise<ReviewRecord | null>;
  /** Newest first. */
  page(filter: ReviewFilter, request: PageRequest): Promise<Page<ReviewRecord>>;
  /**
   * How many are open and have something left to decide: of replacements those whose newer memory holds, and one of the older
   * ones too.
   */
  countOpen(): Promise<number>;
  /**
   * Ends an open one; what came of it takes the place of its text, and a rejected one keeps it. Open ones of the same owner in
   * the same words end with it.
   */
  decide(
    review: Pick<ReviewRecord, 'id' | 'ownerEntityId' | 'contentHash'>,
    decision: { state: ReviewState; memoryId: string | null; otherIds: readonly string[]; at: Date },
  ): Promise<void>;
  /** Ordered by id. */
  tracing(traces: ReviewTraces): Promise<ReviewRecord[]>;
  remove(ids: readonly string[]): Promise<void>;
}
