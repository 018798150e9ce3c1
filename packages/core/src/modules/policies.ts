/** Times in milliseconds. */
export interface Policies {
  /** After this a short_term memory leaves search unless it was used `promoteAccessCount` times. */
  shortTermExpiry: number;
  promoteAccessCount: number;
  /** An episodic memory becomes semantic after this many accesses and this long in the tier. */
  episodicPromoteAccessCount: number;
  episodicPromoteAge: number;
  /** The time in the tier after which an episodic memory is distilled with related ones. */
  distilAge: number;
  /** The importance (0..1) from which a memory is distilled without related ones. */
  distilAloneImportance: number;
  /** The time since creation, last access and entry into the tier after which an episodic memory is archived. */
  archiveAge: number;
  /** The least time between distilling and archiving. */
  archiveAfterDistil: number;
  /** How long the lifecycle leaves alone what an undo restored. */
  undoHold: number;
  /** How long `POST /lifecycle/run` waits for its result before it answers 202. */
  lifecycleWait: number;
  /** How long `POST /ingest` waits for its result before it answers 202. */
  ingestWait: number;
  /** How long a write waits for the index. The outbox finishes what takes longer. */
  indexWait: number;
  /** How long a query waits for the vector of its question. */
  questionWait: number;
  /** Rows that one query may read before it says that it is approximate. */
  queryRowLimit: number;
  /** Rows not yet indexed that one query scores from the records. */
  unindexedLimit: number;
  /** How long one import takes lines before it says how far it came. */
  importTime: number;
  /** An import with more bad lines than these ends. */
  importBadLines: number;
  /** How long an outbox row belongs to the worker that leased it. */
  lease: number;
  /** The least tries of a failing job, and the most of one that kills its worker. */
  leastAttempts: number;
  /** A failing job is not given up before this time since its first failure. */
  retryTime: number;
  idempotencyRetention: number;
  ingestRetention: number;
  /** Counted from writing, for decided and open reviews. */
  reviewRetention: number;
  /** For artifacts without memories. The others go with their last memory. */
  artifactRetention: number;
  historyRetention: number;
  /** Null keeps events for ever. */
  eventRetention: number | null;
  /** For lifecycle runs with their details. */
  runRetention: number;
  dryRunRetention: number;
}

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;

export const defaultPolicies: Policies = {
  shortTermExpiry: 24 * hour,
  promoteAccessCount: 3,
  episodicPromoteAccessCount: 10,
  episodicPromoteAge: 7 * day,
  distilAge: 7 * day,
  distilAloneImportance: 0.8,
  archiveAge: 30 * day,
  archiveAfterDistil: day,
  undoHold: 7 * day,
  lifecycleWait: 60 * second,
  ingestWait: 30 * second,
  indexWait: second,
  questionWait: second,
  queryRowLimit: 50_000,
  unindexedLimit: 500,
  importTime: 50 * second,
  importBadLines: 1000,
  lease: 30 * second,
  leastAttempts: 8,
  retryTime: hour,
  idempotencyRetention: 24 * hour,
  ingestRetention: 30 * day,
  reviewRetention: 30 * day,
  artifactRetention: 30 * day,
  historyRetention: 365 * day,
  eventRetention: null,
  runRetention: 90 * day,
  dryRunRetention: day,
};
