import type { JsonObject } from '@hippocamp/shared/schemas/common';
import type { ModelReading } from '@hippocamp/shared/schemas/ingest';
import type { ArtifactRecord } from './artifacts.js';
import type { IngestOrder } from './ingest-order.js';
import type { PageKey } from './memories.js';
import type { EnqueueTimes } from './outbox.js';

export type IngestState = 'processing' | 'done' | 'failed';

export interface IngestRecord {
  traceId: string;
  state: IngestState;
  /** The request without its text. */
  request: IngestOrder;
  artifactId: string | null;
  /** The text, where no artifact holds it. */
  content: string | null;
  /** The extractions, so that a retry continues from them. */
  candidates: JsonObject[] | null;
  /** Outcomes of the first candidates of a long text that is committed in parts. They hold no text. */
  outcomes: JsonObject[] | null;
  result: JsonObject | null;
  error: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

/** The ingest without its working data, which may be long. */
export type IngestStatus = Omit<IngestRecord, 'content' | 'candidates' | 'outcomes'>;

/** An ingest as lists show it, without what may be long; its summary is null before it has a result. */
export type IngestOverview = Omit<IngestRecord, 'content' | 'candidates' | 'outcomes' | 'result'> & {
  summary: JsonObject | null;
};

export type AcceptedIngest = Pick<IngestRecord, 'traceId' | 'request' | 'content' | 'createdAt'> & {
  /** Names the reader of now; kept with the artifact. */
  readBy?: string | undefined;
};

export interface IngestResult {
  traceId: string;
  artifactId: string | null;
  result: JsonObject;
}

/** An ingest as the talk knows it that it belongs to: ingests of one session and owner follow each other as they were accepted. */
export interface SessionPlace extends Pick<IngestRecord, 'traceId' | 'createdAt'> {
  sessionId: string;
  ownerEntityId: string | null;
}

export type SessionStep = Pick<IngestRecord, 'state' | 'createdAt' | 'finishedAt'>;

/** The raw text of an ingest, with the request that tells its messages. */
export interface SessionText extends Pick<IngestRecord, 'request'> {
  artifactId: string;
  content: string;
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
  page(request: IngestPageRequest): Promise<{ ingests: IngestOverview[]; total: number; last: PageKey | null }>;
  insert(ingest: IngestRecord): Promise<void>;
  /**
   * Inserts one that is to be processed, with the artifact that holds its text, and enqueues its job. All or nothing, with a
   * transaction around it or without.
   */
  accept(ingest: AcceptedIngest, artifact: ArtifactRecord | null, times: EnqueueTimes): Promise<void>;
  get(traceId: string): Promise<IngestRecord | null>;
  status(traceId: string): Promise<IngestStatus | null>;
  isThere(traceId: string): Promise<boolean>;
  /** The previous ingests of its session, nearest first. */
  stepsBefore(place: SessionPlace, limit: number): Promise<SessionStep[]>;
  /** The raw texts of those before it in its session, the nearest first; one whose text is not kept has none. */
  textsBefore(place: SessionPlace, limit: number): Promise<SessionText[]>;
  /** The one after it in its session, where that is still processing. */
  waitingAfter(place: SessionPlace): Promise<string | null>;
  /** The ingests that read one of these raw texts as earlier messages. */
  readWith(artifactIds: readonly string[]): Promise<Pick<IngestRecord, 'traceId' | 'artifactId'>[]>;
  /** Drops the candidates of those that failed before anything was decided, so that they are extracted again. */
  forgetCandidates(traceIds: readonly string[], at: Date): Promise<void>;
  /**
   * The text is read, for the first time or by the language model that is due: what was said off the record goes. `read`, where it is given, stands in the request from then on: who
   * found them, without any text.
   */
  saveCandidates(traceId: string, candidates: readonly JsonObject[], at: Date, read?: JsonObject): Promise<void>;
  /** Adds the outcomes of the next candidates. */
  addOutcomes(traceId: string, outcomes: readonly JsonObject[], at: Date): Promise<void>;
  /** The ingests with rejected items that repeat one of these memories, as keys only. */
  repeating(memoryIds: readonly string[]): Promise<Pick<IngestRecord, 'traceId' | 'artifactId'>[]>;
  /** Results of those of these artifacts and of these themselves, in order of key; `lock` holds them until the transaction ends. */
  results(
    of: { artifactIds: readonly string[]; traceIds: readonly string[] },
    options?: { lock?: boolean },
  ): Promise<IngestResult[]>;
  rewriteResult(traceId: string, result: JsonObject): Promise<void>;
  /** Failed ones are processing again. */
  reopen(traceIds: readonly string[], at: Date): Promise<void>;
  /**
   * Sets a finished ingest back to processing, so that its text is read again. The old result stays until there is a
   * new one.
   */
  beginAgain(traceId: string, readBy: string, at: Date): Promise<void>;
  /**
   * Writes the result and drops what was said off the record; when it is done, drops the text that no artifact holds, and the
   * candidates and outcomes with it. What is done stays so.
   */
  finish(
    traceId: string,
    outcome: {
      state: 'done' | 'failed';
      result: JsonObject | null;
      error: string | null;
      at: Date;
      model?: ModelReading | undefined;
    },
  ): Promise<void>;
  /**
   * Sets the progress of a finished ingest's language model, and the result if it changes. Drops candidates and
   * outcomes.
   */
  setModelReading(traceId: string, model: ModelReading, at: Date, result?: JsonObject): Promise<void>;
}
