import type { Policies } from '@hippocamp/core/modules/policies';
import type { Prefixes } from '@hippocamp/core/ports/embedder';
import type { Limits } from '@hippocamp/shared/schemas/limits';
import { allowedNames, isLoopback } from './allowed-hosts.js';
import { type Failpoint, readFailpoint } from './failpoints.js';
import { type LlmSettings, llmOf } from './llm-settings.js';
import { SettingsError } from './setting-kinds.js';
import { type RawSettings, settingsSchema } from './settings-schema.js';
import type { TextThreadSettings } from './text/text-ports.js';

export interface QdrantSettings {
  url: string;
  apiKey: string | undefined;
  prefix: string;
  quantised: boolean;
  timeout: number;
}

/** Times of all settings are in ms. */
export type EngineSettings =
  | {
      mode: 'embedded';
      /** A path or `memory://`. */
      folder: string;
      qdrant: QdrantSettings | undefined;
      /** Bytes. */
      indexMemory: number;
    }
  | {
      mode: 'production';
      database: { url: string; poolSize: number; statementTimeout: number; startupWait: number };
      qdrant: QdrantSettings;
      redis: { url: string; prefix: string };
    };

export interface ServerSettings {
  kind: 'openai';
  url: string;
  model: string;
  apiKey: string | undefined;
  dimensions: number | undefined;
  /** Set where one of them is given. */
  prefixes: Prefixes | undefined;
  /** ms */
  timeout: number;
}

export type EmbedderSettings =
  /** `earlier`: a server whose vectors the store may still use. */
  { kind: 'words' | 'local'; earlier?: ServerSettings } | ServerSettings;

export { SettingsError } from './setting-kinds.js';

export interface Settings {
  engines: EngineSettings;
  host: string;
  port: number;
  workerPort: number;
  /** Where set, the only port of /metrics. */
  opsPort: number | undefined;
  limits: Limits;
  /** ms that the event loop may be late before requests are refused; 0 for any. */
  shedDelay: number;
  logLevel: RawSettings['LOG_LEVEL'];
  logsTo: 'stdout' | 'stderr';
  /** Names that `Host` may have; undefined for any. */
  allowedHosts: readonly string[] | undefined;
  allowedOrigins: readonly string[];
  mcpTenant: string | undefined;
  auth: { mode: RawSettings['AUTH_MODE']; allowAnyone: boolean; pepper: string | undefined };
  onLoopback: boolean;
  /** `values` are members and elements of the JSON. */
  body: { bytes: number; values: number };
  batchBody: { bytes: number; values: number };
  importLimit: number;
  /** ms that an import may wait for its place. As long is left for its last lines. */
  importWait: number;
  headersTimeout: number;
  requestTimeout: number;
  /** ms of answering after the signal to stop. */
  drain: number;
  stopTimeout: number;
  sweepEvery: number;
  reconcileEvery: number;
  lifecycleEvery: number;
  pruneEvery: number;
  checkAnswers: boolean;
  redactsSecrets: boolean;
  linksEntities: boolean;
  keepsAssistant: boolean;
  anyoneReplaces: boolean;
  text: TextThreadSettings;
  ingestConcurrency: number;
  indexConcurrency: number;
  embedder: EmbedderSettings;
  reader: 'model' | 'none';
  /** Outdated settings, logged at the start. */
  warnings: readonly string[];
  /** Undefined where no text leaves this machine. */
  llm: LlmSettings | undefined;
  modelThreads: number;
  queueWindow: number;
  policies: Policies;
  failpoint: Failpoint | undefined;
}

const OLD_READER =
  'READER=rules is the old name of READER=none, which judges nothing: set READER=none, or leave it out.';

const EARLIER_SERVER =
  'EMBEDDINGS_URL is set and EMBEDDER is not openai: that server is asked only while memories go by its vectors; unset it once they do not.';

const engineUrls = ['DATABASE_URL', 'QDRANT_URL', 'REDIS_URL'] as const;

const named = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : String(names[0]);

const refuseHalfOfThem = (given: readonly string[], missing: readonly string[]): never => {
  throw new SettingsError(
    `${named(given)} ${given.length > 1 ? 'are' : 'is'} set without ${named(missing)}. Set all three for the production mode ` +
      '(PostgreSQL, Qdrant and Redis, with workers of their own), QDRANT_URL alone for one process with Qdrant as its index, or ' +
      'none of them for one process that keeps everything in HIPPOCAMP_DATA.',
  );
};

const qdrantOf = (raw: RawSettings, url: string): QdrantSettings => ({
  url,
  apiKey: raw.QDRANT_API_KEY,
  prefix: raw.QDRANT_PREFIX,
  quantised: raw.QDRANT_QUANTISED,
  timeout: raw.QDRANT_TIMEOUT_SECONDS,
});

const enginesOf = (raw: RawSettings): EngineSettings => {
  const { DATABASE_URL: database, QDRANT_URL: qdrantUrl, REDIS_URL: redis } = raw;
  if (database && qdrantUrl && redis) {
    return {
      mode: 'production',
      database: {
        url: database,
        poolSize: raw.DATABASE_POOL_SIZE,
        statementTimeout: raw.STATEMENT_TIMEOUT_SECONDS,
        startupWait: raw.STARTUP_WAIT_SECONDS,
      },
      qdrant: qdrantOf(raw, qdrantUrl),
      redis: { url: redis, prefix: raw.REDIS_PREFIX },
    };
  }
  if (database || redis) {
    refuseHalfOfThem(
      engineUrls.filter((name) => raw[name]),
      engineUrls.filter((name) => !raw[name]),
    );
  }
  return {
    mode: 'embedded',
    folder: raw.HIPPOCAMP_DATA,
    qdrant: qdrantUrl ? qdrantOf(raw, qdrantUrl) : undefined,
    indexMemory: raw.EMBEDDED_INDEX_MEMORY_MB * 1_000_000,
  };
};

const prefixesOf = ({
  EMBEDDINGS_QUESTION_PREFIX: question,
  EMBEDDINGS_MEMORY_PREFIX: memory,
}: RawSettings): Prefixes | undefined =>
  question === undefined && memory === undefined ? undefined : { question: question ?? '', memory: memory ?? '' };

const embedderOf = (raw: RawSettings): EmbedderSettings => {
  const { EMBEDDER: kind, EMBEDDINGS_URL: server, EMBEDDINGS_MODEL: model } = raw;
  if (kind !== 'openai' && !server) return { kind };
  if (kind !== 'openai' && !model)
    throw new SettingsError(
      `EMBEDDINGS_URL is set and EMBEDDER is ${kind}, which asks no server. Set EMBEDDER=openai, or unset EMBEDDINGS_URL; while memories go by the vectors of that server, set EMBEDDINGS_MODEL too.`,
    );
  if (!server || !model)
    throw new SettingsError(
      `EMBEDDER=openai needs ${server ? 'EMBEDDINGS_MODEL' : 'EMBEDDINGS_URL'}. Set both: the base URL of a server, such as http://localhost:11434/v1 of Ollama, and the name of a model there.`,
    );
  const { EMBEDDINGS_API_KEY: apiKey, EMBEDDINGS_DIMENSIONS: dimensions, EMBEDDINGS_TIMEOUT_SECONDS: timeout } = raw;
  const asked = { kind: 'openai', url: server, model, apiKey, dimensions, prefixes: prefixesOf(raw), timeout } as const;
  return kind === 'openai' ? asked : { kind, earlier: asked };
};

const policiesOf = (raw: RawSettings): Policies => ({
  shortTermExpiry: raw.SHORT_TERM_EXPIRY_SECONDS,
  promoteAccessCount: raw.PROMOTE_ACCESS_COUNT,
  episodicPromoteAccessCount: raw.EPISODIC_PROMOTE_ACCESS_COUNT,
  episodicPromoteAge: raw.EPISODIC_PROMOTE_AGE_SECONDS,
  distilAge: raw.DISTIL_AGE_SECONDS,
  distilAloneImportance: raw.DISTIL_ALONE_IMPORTANCE,
  archiveAge: raw.ARCHIVE_AGE_SECONDS,
  archiveAfterDistil: raw.ARCHIVE_AFTER_DISTIL_SECONDS,
  undoHold: raw.UNDO_HOLD_SECONDS,
  lifecycleWait: raw.LIFECYCLE_WAIT_MS,
  ingestWait: raw.INGEST_WAIT_MS,
  indexWait: raw.INDEX_WAIT_SECONDS,
  questionWait: raw.QUESTION_WAIT_SECONDS,
  queryRowLimit: raw.QUERY_ROW_LIMIT,
  unindexedLimit: raw.UNINDEXED_LIMIT,
  importTime: raw.IMPORT_SECONDS,
  importBadLines: raw.IMPORT_MAX_BAD_LINES,
  lease: raw.JOB_LEASE_SECONDS,
  leastAttempts: raw.JOB_ATTEMPTS,
  retryTime: raw.JOB_RETRY_SECONDS,
  idempotencyRetention: raw.IDEMPOTENCY_RETENTION_SECONDS,
  ingestRetention: raw.INGEST_RETENTION_DAYS,
  reviewRetention: raw.REVIEW_RETENTION_DAYS,
  artifactRetention: raw.ARTIFACT_RETENTION_DAYS,
  historyRetention: raw.HISTORY_RETENTION_DAYS,
  eventRetention: raw.EVENT_RETENTION_DAYS ?? null,
  runRetention: raw.RUN_RETENTION_DAYS,
  dryRunRetention: raw.DRY_RUN_RETENTION_DAYS,
});

const failpointOf = ({ FAILPOINT, NODE_ENV }: RawSettings): Failpoint | undefined => {
  if (FAILPOINT === undefined) return undefined;
  if (NODE_ENV !== 'test')
    throw new SettingsError('FAILPOINT is for tests: it is read with NODE_ENV=test only. Unset it.');
  const failpoint = readFailpoint(FAILPOINT);
  if (!failpoint)
    throw new SettingsError(`FAILPOINT=${FAILPOINT} is not "port.method:before|after:kill|throw|outage|hang[:call]".`);
  return failpoint;
};

const toSettings = (raw: RawSettings): Settings => ({
  engines: enginesOf(raw),
  host: raw.HOST,
  port: raw.PORT,
  workerPort: raw.WORKER_PORT,
  opsPort: raw.OPS_PORT,
  limits: {
    requestsPerSecond: raw.REQUESTS_PER_SECOND,
    requestBurst: raw.REQUEST_BURST,
    concurrentRequests: raw.CONCURRENT_REQUESTS,
    keyRequestsPerSecond: raw.KEY_REQUESTS_PER_SECOND,
    keyConcurrentRequests: raw.KEY_CONCURRENT_REQUESTS,
    memories: raw.MAX_MEMORIES,
    bytes: raw.MAX_BYTES,
    ingestsPerDay: raw.INGESTS_PER_DAY,
  },
  shedDelay: raw.SHED_LOOP_DELAY_MS,
  logLevel: raw.LOG_LEVEL,
  logsTo: 'stdout',
  allowedHosts: allowedNames(raw.HOST, raw.ALLOWED_HOSTS),
  allowedOrigins: raw.ALLOWED_ORIGINS ?? [],
  mcpTenant: raw.MCP_TENANT,
  auth: { mode: raw.AUTH_MODE, allowAnyone: raw.ALLOW_ANYONE, pepper: raw.KEY_PEPPER },
  onLoopback: isLoopback(raw.HOST),
  body: { bytes: raw.BODY_LIMIT_BYTES, values: raw.BODY_LIMIT_VALUES },
  batchBody: { bytes: raw.BATCH_BODY_LIMIT_BYTES, values: raw.BATCH_BODY_LIMIT_VALUES },
  importLimit: raw.IMPORT_LIMIT_BYTES,
  importWait: (raw.REQUEST_TIMEOUT_SECONDS - raw.IMPORT_SECONDS) / 2,
  headersTimeout: raw.HEADERS_TIMEOUT_SECONDS,
  requestTimeout: raw.REQUEST_TIMEOUT_SECONDS,
  drain: raw.DRAIN_SECONDS,
  stopTimeout: raw.STOP_TIMEOUT_SECONDS,
  sweepEvery: raw.SWEEP_SECONDS,
  reconcileEvery: raw.RECONCILE_SECONDS,
  lifecycleEvery: raw.LIFECYCLE_EVERY_SECONDS,
  pruneEvery: raw.PRUNE_SECONDS,
  checkAnswers: raw.CHECK_ANSWERS,
  redactsSecrets: raw.REDACT_SECRETS,
  linksEntities: raw.LINK_ENTITIES,
  keepsAssistant: raw.KEEP_ASSISTANT,
  anyoneReplaces: raw.REPLACED_BY === 'anyone',
  text: { threads: raw.TEXT_THREADS, deadline: raw.READING_SECONDS, tokenizer: raw.TOKENIZER },
  ingestConcurrency: raw.INGEST_CONCURRENCY,
  indexConcurrency: raw.INDEX_CONCURRENCY,
  embedder: embedderOf(raw),
  reader: raw.READER === 'model' ? 'model' : 'none',
  warnings: [
    ...(raw.READER === 'rules' ? [OLD_READER] : []),
    ...(raw.EMBEDDER !== 'openai' && raw.EMBEDDINGS_URL ? [EARLIER_SERVER] : []),
  ],
  llm: llmOf(raw),
  modelThreads: raw.MODEL_THREADS,
  queueWindow: raw.QUEUE_WINDOW,
  policies: policiesOf(raw),
  failpoint: failpointOf(raw),
});

const isSecret = (name: string) => /(?:URL|KEY|PEPPER|LLM_HEADERS)$/.test(name);

interface Refused {
  path: PropertyKey[];
  message: string;
  expected?: string;
}

const sentenceOf = ({ path, message, expected }: Refused, given: object) => {
  const name = String(path[0]);
  const wrong = expected === 'number' ? 'must be a number' : message;
  return isSecret(name)
    ? `${name}: ${wrong}`
    : `${name}: ${wrong} (it is "${(given as Record<string, unknown>)[name]}")`;
};

/** Inner time, outer time, reason. */
const within = [
  ['IMPORT_SECONDS', 'REQUEST_TIMEOUT_SECONDS', 'an import has to answer before its request is cut off'],
  ['HEADERS_TIMEOUT_SECONDS', 'REQUEST_TIMEOUT_SECONDS', 'the headers are a part of the request'],
] as const;

/** A time that was not set gives way. */
const withTimesInOrder = (raw: RawSettings, given: Record<string, unknown>): RawSettings => {
  const ordered = { ...raw };
  for (const [inner, outer, why] of within) {
    if (raw[inner] < raw[outer]) continue;
    if (given[inner] !== undefined)
      throw new SettingsError(
        `${inner} is ${raw[inner] / 1000} and ${outer} is ${raw[outer] / 1000}: ${why}. Set ${inner} below ${outer}.`,
      );
    ordered[inner] = raw[outer] / 2;
  }
  return ordered;
};

/** Throws `SettingsError`, which says what to change. */
export function readSettings(
  environment: Record<string, string | undefined> = process.env,
  /** Replaces defaults of the schema. */
  otherwise: Record<string, string> = {},
): Settings {
  const given = {
    ...otherwise,
    ...Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')),
  };
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => sentenceOf(issue, given));
    throw new SettingsError(`These settings cannot be used: ${issues.join('; ')}.`);
  }
  return toSettings(withTimesInOrder(parsed.data, given));
}

/** Throws where anybody who reaches the gateway could use it, unless ALLOW_ANYONE is set. */
export function refuseOpenDoor({ auth, onLoopback, host }: Settings): void {
  if (onLoopback || auth.mode !== 'off' || auth.allowAnyone) return;
  throw new SettingsError(
    `HOST=${host} is reached from other machines, and nobody is asked for a key. Set AUTH_MODE=required and make keys with "npm run keys -- create", or say ALLOW_ANYONE=true where others are kept out.`,
  );
}

export const readSettingsWith = (given: Record<string, string>): Settings => readSettings({ ...process.env, ...given });

/** For programs that print answers and listen on no port. */
export function readEmbeddedSettings(folder: string | undefined): Settings {
  const settings = readSettings(undefined, { LOG_LEVEL: 'warn' });
  const { engines } = settings;
  if (engines.mode === 'production')
    throw new SettingsError(
      `${named(engineUrls)} are set, so that memories are in PostgreSQL and not in a folder. Name the gateway by its URL, or unset the three.`,
    );
  return { ...settings, engines: { ...engines, folder: folder ?? engines.folder }, logsTo: 'stderr' };
}
