const LONG = '1000000000';

/** The clock ages, forgets or removes nothing under these settings, however old; the reader is the default one. */
export const lasting = {
  READER: 'model',
  SHORT_TERM_EXPIRY_SECONDS: LONG,
  IDEMPOTENCY_RETENTION_SECONDS: LONG,
  INGEST_RETENTION_DAYS: '10000',
  ARTIFACT_RETENTION_DAYS: '10000',
  HISTORY_RETENTION_DAYS: '10000',
  RUN_RETENTION_DAYS: '10000',
  DRY_RUN_RETENTION_DAYS: '10000',
  PRUNE_SECONDS: '1000000',
  LIFECYCLE_EVERY_SECONDS: '1000000',
};
