/** The numbers that operators may set. Times in milliseconds. */
export interface Policies {
  /** After this a short_term memory leaves search unless it was used `promoteAccessCount` times. */
  shortTermExpiry: number;
  promoteAccessCount: number;
  /** How long `POST /ingest` waits for its result before it answers 202. */
  ingestWait: number;
  /** How long a write waits for its memory to be indexed; the outbox finishes what took longer. */
  indexWait: number;
  /** How long a query waits for the vector of its question. */
  questionWait: number;
  /** Rows that one query may read before it says that it is approximate. */
  queryRowLimit: number;
  /** Rows not yet indexed that one query scores from the records. */
  unindexedLimit: number;
  /** How long an outbox row belongs to the worker that leased it. */
  lease: number;
  /** After this many attempts a job is a dead letter. */
  maxAttempts: number;
  /** How long an Idempotency-Key keeps its answer. */
  idempotencyRetention: number;
}

const second = 1000;
const hour = 3600 * second;

export const defaultPolicies: Policies = {
  shortTermExpiry: 24 * hour,
  promoteAccessCount: 3,
  ingestWait: 30 * second,
  indexWait: second,
  questionWait: second,
  queryRowLimit: 50_000,
  unindexedLimit: 500,
  lease: 30 * second,
  maxAttempts: 8,
  idempotencyRetention: 24 * hour,
};
