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
  by: string | null;
  speaker: string | null;
  span: Span;
  /** The place of the text before it. */
  context: Span | null;
  source: IngestRequest['source'];
  sessionId: string | null;
  actorId: string | null;
  metadata: JsonObject;
  occurredAt: Date;
  /** The reader that the request allows, if it names one. */
  reader?: IngestRequest['reader'];
  /** UTF-16 units at the beginning of the content that may hold words of earlier messages; absent where nobody knows. */
  quotedUntil?: number;
}

/** An open one asks about no more memories. An ingest names three at most. */
export const MOST_ASKED = 10;

/** A decided one names no more memories. An ingest compares a text with 24, and with those that its words put right. */
export const MOST_NAMED = 50;

export interface ReviewRecord {
  id: string;
  kind: ReviewKind;
  state: ReviewState;
  ownerEntityId: string | null;
  /** Holds no text of candidates and memories. */
  reason: string;
  traceId: string;
  sourceArtifactId: string | null;
  /** Null once it is stored, and for replacements. */
  candidate: ReviewCandidate | null;
  /** The hash of the candidate's normalised text. */
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
  /** Open reviews are found only while something is left to decide, see `countOpen`. */
  state?: ReviewState | undefined;
  kind?: ReviewKind | undefined;
  ownerEntityId?: string | undefined;
  /** Inclusive. */
  createdAfter?: Date | undefined;
  /** Exclusive. */
  createdBefore?: Date | undefined;
}

/** Finds reviews with words that have to go. */
export interface ReviewTraces {
  /** The memories that the reviews became. */
  memoryIds: readonly string[];
  /** Open or rejected reviews of the same owner with the same text. */
  texts: readonly { ownerEntityId: string | null; contentHash: string }[];
  /** Open or rejected reviews of these raw texts. */
  artifactIds: readonly string[];
}

export interface ReviewDecision {
  state: ReviewState;
  memoryId: string | null;
  otherIds: readonly string[];
  at: Date;
}

export interface ReviewRepository {
  add(reviews: readonly ReviewRecord[]): Promise<void>;
  /** `lock` holds the row until the transaction ends. */
  get(id: string, options?: { lock?: boolean }): Promise<ReviewRecord | null>;
  /** Newest first. Of open ones a page may end early, even with no row: thousands of replacements may be decided. */
  page(filter: ReviewFilter, request: PageRequest): Promise<Page<ReviewRecord>>;
  /**
   * Open reviews with something left to decide: for a replacement, both newer and some older memory must hold. Of many
   * thousand replacements only the newest are looked at, and the others do not count.
   */
  countOpen(): Promise<number>;
  /** At most `limit` ids of other open reviews of the same owner with the same words, made until then, in any order. */
  alike(
    review: Pick<ReviewRecord, 'id' | 'ownerEntityId' | 'contentHash'>,
    until: Date,
    limit: number,
  ): Promise<string[]>;
  /** Only those that are open. Drops their text unless rejected. */
  decide(ids: readonly string[], decision: ReviewDecision): Promise<void>;
  /** In order of id. */
  getMany(ids: readonly string[]): Promise<ReviewRecord[]>;
  /** The ids of all, in order: whoever reads page by page would look for all of them again for each page. */
  tracing(traces: ReviewTraces): Promise<string[]>;
  remove(ids: readonly string[]): Promise<void>;
}
