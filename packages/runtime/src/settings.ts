import { defaultPolicies, type Policies } from '@hippocamp/core/modules/policies';
import { z } from 'zod';

const DAY = 86_400_000;
const seconds = (value: number) =>
  z.coerce
    .number()
    .min(0.001)
    .default(value / 1000)
    .transform((given) => given * 1000);
const days = (value: number) =>
  z.coerce
    .number()
    .min(0)
    .default(value / DAY)
    .transform((given) => given * DAY);
const whole = (value: number, min = 1) => z.coerce.number().int().min(min).default(value);
const flag = (value: boolean) =>
  z
    .enum(['true', 'false'])
    .default(value ? 'true' : 'false')
    .transform((given) => given === 'true');

/** Every setting, by the name of its environment variable. */
const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080).describe('Port of the gateway; 0 picks a free one'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on; 0.0.0.0 for all'),
  HIPPOCAMP_DATA: z.string().min(1).default('./.hippocamp').describe('Folder of the embedded database'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info').describe('Least level of log lines'),
  BODY_LIMIT_BYTES: whole(1024 * 1024).describe('Largest body of a request'),
  BATCH_BODY_LIMIT_BYTES: whole(16 * 1024 * 1024).describe('Largest body of POST /memories/batch'),
  HEADERS_TIMEOUT_SECONDS: seconds(10_000).describe('A request whose headers take longer is answered 408'),
  REQUEST_TIMEOUT_SECONDS: seconds(60_000).describe('A request whose body takes longer is answered 408'),
  STOP_TIMEOUT_SECONDS: seconds(10_000).describe('How long a stop waits for what runs'),
  CHECK_ANSWERS: flag(false).describe('Check every answer against the contract; for tests'),
  INGEST_WAIT_SECONDS: seconds(defaultPolicies.ingestWait).describe(
    'How long POST /ingest waits before it answers 202',
  ),
  INDEX_WAIT_SECONDS: seconds(defaultPolicies.indexWait).describe(
    'How long a write waits for its memory to be indexed',
  ),
  QUESTION_WAIT_SECONDS: seconds(defaultPolicies.questionWait).describe('How long a query waits for its embedding'),
  QUERY_ROW_LIMIT: whole(defaultPolicies.queryRowLimit).describe('Rows one query may read before it is approximate'),
  UNINDEXED_LIMIT: whole(defaultPolicies.unindexedLimit).describe('Rows not yet indexed that one query scores itself'),
  SHORT_TERM_EXPIRY_SECONDS: seconds(defaultPolicies.shortTermExpiry).describe('Life of a short_term memory'),
  PROMOTE_ACCESS_COUNT: whole(defaultPolicies.promoteAccessCount).describe('Accesses that keep a short_term memory'),
  EPISODIC_PROMOTE_ACCESS_COUNT: whole(defaultPolicies.episodicPromoteAccessCount).describe(
    'Accesses that make an episodic memory semantic',
  ),
  EPISODIC_PROMOTE_AGE_SECONDS: seconds(defaultPolicies.episodicPromoteAge).describe(
    'Time in the tier before an episodic memory may become semantic',
  ),
  DISTIL_AGE_SECONDS: seconds(defaultPolicies.distilAge).describe(
    'Time in the tier before an episodic memory is distilled',
  ),
  DISTIL_ALONE_IMPORTANCE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(defaultPolicies.distilAloneImportance)
    .describe('Importance from which a memory is distilled without related ones'),
  ARCHIVE_AGE_SECONDS: seconds(defaultPolicies.archiveAge).describe(
    'Time without creation, access or change of tier before an episodic memory is archived',
  ),
  ARCHIVE_AFTER_DISTIL_SECONDS: seconds(defaultPolicies.archiveAfterDistil).describe(
    'Least time between distilling and archiving a memory',
  ),
  UNDO_HOLD_SECONDS: seconds(defaultPolicies.undoHold).describe('How long no rule touches what an undo restored'),
  LIFECYCLE_WAIT_SECONDS: seconds(defaultPolicies.lifecycleWait).describe(
    'How long POST /lifecycle/run waits before it answers 202',
  ),
  LIFECYCLE_EVERY_SECONDS: seconds(3_600_000).describe('How often tenants with something due are aged'),
  IDEMPOTENCY_RETENTION_SECONDS: seconds(defaultPolicies.idempotencyRetention).describe('Life of an Idempotency-Key'),
  INGEST_RETENTION_DAYS: days(defaultPolicies.ingestRetention).describe('Life of the record of an ingest'),
  ARTIFACT_RETENTION_DAYS: days(defaultPolicies.artifactRetention).describe(
    'Life of a raw text that no memory was drawn from',
  ),
  HISTORY_RETENTION_DAYS: days(defaultPolicies.historyRetention).describe('Life of an entry of a memory’s history'),
  RUN_RETENTION_DAYS: days(defaultPolicies.runRetention).describe('Life of a lifecycle run with its details'),
  DRY_RUN_RETENTION_DAYS: days(defaultPolicies.dryRunRetention).describe('Life of a dry run'),
  PRUNE_SECONDS: seconds(600_000).describe('How often what is past its retention is removed'),
  JOB_LEASE_SECONDS: seconds(defaultPolicies.lease).describe('How long a job belongs to the worker that took it'),
  JOB_ATTEMPTS: whole(defaultPolicies.maxAttempts).describe('Attempts before a job is a dead letter'),
  INGEST_CONCURRENCY: whole(2).describe('Ingests worked on at once'),
  INDEX_CONCURRENCY: whole(2).describe('Index jobs worked on at once'),
  SWEEP_SECONDS: seconds(1000).describe('How often the outbox is looked through for jobs whose bell was lost'),
  DATABASE_URL: z.string().optional().describe('Postgres; only together with QDRANT_URL and REDIS_URL'),
  QDRANT_URL: z.string().optional().describe('Qdrant'),
  REDIS_URL: z.string().optional().describe('Redis; only together with DATABASE_URL and QDRANT_URL'),
});

type Raw = z.infer<typeof schema>;

export interface Settings {
  host: string;
  port: number;
  /** Folder of the embedded database, or `memory://`. */
  folder: string;
  logLevel: Raw['LOG_LEVEL'];
  bodyLimit: number;
  batchBodyLimit: number;
  /** ms, as all times below */
  headersTimeout: number;
  requestTimeout: number;
  stopTimeout: number;
  sweepEvery: number;
  lifecycleEvery: number;
  pruneEvery: number;
  checkAnswers: boolean;
  ingestConcurrency: number;
  indexConcurrency: number;
  policies: Policies;
}

/** A sentence for the person who starts the service. */
export class SettingsError extends Error {}

const engineUrls = ['DATABASE_URL', 'QDRANT_URL', 'REDIS_URL'] as const;

const refuseEngines = (raw: Raw) => {
  const set = engineUrls.filter((name) => raw[name]);
  if (set.length === 0) return;
  throw new SettingsError(
    `${set.join(' and ')} ${set.length > 1 ? 'are' : 'is'} set, but this version runs on its embedded engines only. ` +
      `Unset ${set.length > 1 ? 'them' : 'it'}; data is then kept in HIPPOCAMP_DATA (${raw.HIPPOCAMP_DATA}).`,
  );
};

const toSettings = (raw: Raw): Settings => ({
  host: raw.HOST,
  port: raw.PORT,
  folder: raw.HIPPOCAMP_DATA,
  logLevel: raw.LOG_LEVEL,
  bodyLimit: raw.BODY_LIMIT_BYTES,
  batchBodyLimit: raw.BATCH_BODY_LIMIT_BYTES,
  headersTimeout: raw.HEADERS_TIMEOUT_SECONDS,
  requestTimeout: raw.REQUEST_TIMEOUT_SECONDS,
  stopTimeout: raw.STOP_TIMEOUT_SECONDS,
  sweepEvery: raw.SWEEP_SECONDS,
  lifecycleEvery: raw.LIFECYCLE_EVERY_SECONDS,
  pruneEvery: raw.PRUNE_SECONDS,
  checkAnswers: raw.CHECK_ANSWERS,
  ingestConcurrency: raw.INGEST_CONCURRENCY,
  indexConcurrency: raw.INDEX_CONCURRENCY,
  policies: {
    shortTermExpiry: raw.SHORT_TERM_EXPIRY_SECONDS,
    promoteAccessCount: raw.PROMOTE_ACCESS_COUNT,
    episodicPromoteAccessCount: raw.EPISODIC_PROMOTE_ACCESS_COUNT,
    episodicPromoteAge: raw.EPISODIC_PROMOTE_AGE_SECONDS,
    distilAge: raw.DISTIL_AGE_SECONDS,
    distilAloneImportance: raw.DISTIL_ALONE_IMPORTANCE,
    archiveAge: raw.ARCHIVE_AGE_SECONDS,
    archiveAfterDistil: raw.ARCHIVE_AFTER_DISTIL_SECONDS,
    undoHold: raw.UNDO_HOLD_SECONDS,
    lifecycleWait: raw.LIFECYCLE_WAIT_SECONDS,
    ingestWait: raw.INGEST_WAIT_SECONDS,
    indexWait: raw.INDEX_WAIT_SECONDS,
    questionWait: raw.QUESTION_WAIT_SECONDS,
    queryRowLimit: raw.QUERY_ROW_LIMIT,
    unindexedLimit: raw.UNINDEXED_LIMIT,
    lease: raw.JOB_LEASE_SECONDS,
    maxAttempts: raw.JOB_ATTEMPTS,
    idempotencyRetention: raw.IDEMPOTENCY_RETENTION_SECONDS,
    ingestRetention: raw.INGEST_RETENTION_DAYS,
    artifactRetention: raw.ARTIFACT_RETENTION_DAYS,
    historyRetention: raw.HISTORY_RETENTION_DAYS,
    runRetention: raw.RUN_RETENTION_DAYS,
    dryRunRetention: raw.DRY_RUN_RETENTION_DAYS,
  },
});

/** The settings, checked. Throws `SettingsError` with a sentence that says what to change. */
export function readSettings(environment: Record<string, string | undefined> = process.env): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new SettingsError(`These settings cannot be used: ${issues.join('; ')}.`);
  }
  refuseEngines(parsed.data);
  return toSettings(parsed.data);
}
