import type { JsonObject } from '@hippocamp/shared/schemas/common';
import type { ModelReading } from '@hippocamp/shared/schemas/ingest';
import type { JobKind } from '../job-queue.js';
import type { ArtifactRecord } from './artifacts.js';
import type { IngestOrder } from './ingest-order.js';
import type { PageKey } from './memories.js';
import type { EnqueueTimes, Lease } from './outbox.js';

export type IngestState = 'processing' | 'done' | 'failed';

export interface IngestRecord {
  traceId: string;
  state: IngestState;
  /** The request without its text. */
  request: IngestOrder;
  artifactId: string | null;
  /** The text, if no artifact holds it. */
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

/** Without the working data, which may be long. */
export type IngestStatus = Omit<IngestRecord, 'content' | 'candidates' | 'outcomes'>;

/** How far an ingest is: its state, and that of the reading by a language model, if there is one. */
export interface IngestStanding extends Pick<IngestRecord, 'state'> {
  model: ModelReading['state'] | null;
}

/** Without the whole request, which may be long. The summary is null before there is a result. */
export type IngestOverview = Omit<IngestRecord, 'request' | 'content' | 'candidates' | 'outcomes' | 'result'> &
  Pick<IngestOrder, 'source' | 'ownerEntityId' | 'sessionId'> & { summary: JsonObject | null };

export type AcceptedIngest = Pick<IngestRecord, 'traceId' | 'request' | 'content' | 'createdAt'> & {
  /** The version of the local reader, stored with the artifact. */
  readBy?: string | undefined;
};

export interface IngestResult {
  traceId: string;
  artifactId: string | null;
  result: JsonObject;
}

/** `bytes` of JSON. */
export interface IngestAnswerSize extends Pick<IngestResult, 'traceId' | 'artifactId'> {
  bytes: number;
}

export interface HeldCandidates extends Pick<IngestRecord, 'traceId'> {
  candidates: JsonObject[];
  decided: number;
}

/** Ingests of one session and owner follow each other in the order of acceptance. */
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
  /** `after` wins over `offset`. */
  offset: number;
  after?: PageKey | undefined;
}

export interface IngestRepository {
  /** Newest first. The key's value is the time of creation in ms. */
  page(request: IngestPageRequest): Promise<{ ingests: IngestOverview[]; total: number; last: PageKey | null }>;
  insert(ingest: IngestRecord): Promise<void>;
  /** Inserts the ingest with its artifact and job, all or nothing, also without a transaction. */
  accept(ingest: AcceptedIngest, artifact: ArtifactRecord | null, times: EnqueueTimes): Promise<void>;
  get(traceId: string): Promise<IngestRecord | null>;
  status(traceId: string): Promise<IngestStatus | null>;
  /** Reads no long member of the row. */
  standing(traceId: string): Promise<IngestStanding | null>;
  isThere(traceId: string): Promise<boolean>;
  /** Whether one has this raw text. */
  isOfText(artifactId: string): Promise<boolean>;
  /** The previous ingests of its session, nearest first. */
  stepsBefore(place: SessionPlace, limit: number): Promise<SessionStep[]>;
  /** The stored texts of the previous ingests of its session, nearest first, among the nearest hundred. */
  textsBefore(place: SessionPlace, limit: number): Promise<SessionText[]>;
  /** The next ingest of its session, if it is still processing. */
  waitingAfter(place: SessionPlace): Promise<string | null>;
  /** The ingests that read one of these raw texts as earlier messages. */
  readWith(artifactIds: readonly string[]): Promise<Pick<IngestRecord, 'traceId' | 'artifactId'>[]>;
  /** Drops the candidates of ingests that failed before anything was decided, so that they are extracted again. */
  forgetCandidates(traceIds: readonly string[], at: Date): Promise<void>;
  /**
   * Also drops the off-record messages. `read` is stored in the request; it holds no text. False, with nothing changed, where
   * the `holder` has lost the ingest's job.
   */
  saveCandidates(
    traceId: string,
    candidates: readonly JsonObject[],
    at: Date,
    read?: JsonObject,
    holder?: { kind: JobKind; token: Lease['token'] },
  ): Promise<boolean>;
  /** Adds the outcomes of the next candidates. */
  addOutcomes(traceId: string, outcomes: readonly JsonObject[], at: Date): Promise<void>;
  /** The ingests with rejected items that repeat one of these memories. */
  repeating(memoryIds: readonly string[]): Promise<Pick<IngestRecord, 'traceId' | 'artifactId'>[]>;
  /** The sizes of the results of these artifacts and ingests, in order of key. `lock` holds the ingests. */
  answers(
    of: { artifactIds: readonly string[]; traceIds: readonly string[] },
    options?: { lock?: boolean },
  ): Promise<IngestAnswerSize[]>;
  /** In order of key. They may be long, so ask for few, see `answers`. */
  results(traceIds: readonly string[]): Promise<IngestResult[]>;
  rewriteResults(rows: readonly { traceId: string; result: JsonObject }[]): Promise<void>;
  /** The sizes of the candidates that ingests of these artifacts still hold, in order of key. */
  heldSizes(artifactIds: readonly string[]): Promise<IngestAnswerSize[]>;
  /** The candidates that these ingests still hold, with the number that is decided. Ask for few, see `heldSizes`. */
  heldCandidates(traceIds: readonly string[]): Promise<HeldCandidates[]>;
  /** Failed ones are processing again. */
  reopen(traceIds: readonly string[], at: Date): Promise<void>;
  /** Sets a finished ingest back to processing. The old result stays until there is a new one. */
  beginAgain(traceId: string, readBy: string, at: Date): Promise<void>;
  /** Drops off-record messages and, when done, candidates, outcomes and loose text. A finished ingest stays so. */
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
  /** Sets the progress of the language model, and the result if it changes. Drops candidates and outcomes. */
  setModelReading(traceId: string, model: ModelReading, at: Date, result?: JsonObject): Promise<void>;
}
