import { encodings } from '@hippocamp/adapters/gpt-tokenizer/tokenizer';
import { defaultPolicies } from '@hippocamp/core/modules/policies';
import { tenantPattern } from '@hippocamp/shared/schemas/common';
import { z } from 'zod';
import { llmSection } from './llm-settings.js';
import {
  age,
  DAY,
  days,
  flag,
  isHost,
  isOrigin,
  key,
  limit,
  list,
  MOST_DAYS,
  milliseconds,
  name,
  orNone,
  patience,
  port,
  portOrNone,
  seconds,
  url,
  whole,
} from './setting-kinds.js';

export const sections = {
  'Where data is kept': {
    HIPPOCAMP_DATA: z
      .string()
      .min(1)
      .default('./.hippocamp')
      .describe('Folder of the embedded database; not used in production mode'),
    EMBEDDED_INDEX_MEMORY_MB: whole(256, 0, 1_000_000).describe(
      'Megabytes that the embedded index holds of the tenants in use, some 50 for 100,000 memories; what does not fit, and everything with 0, is searched in the database',
    ),
    DATABASE_URL: url(/^postgres(?:ql)?$/, 'postgresql').describe(
      'PostgreSQL 15 or newer. Production mode: set it together with QDRANT_URL and REDIS_URL',
    ),
    QDRANT_URL: url(/^https?$/, 'http').describe(
      'Qdrant 1.16 or newer (1.19 advised). Alone: the embedded mode with Qdrant as its index',
    ),
    REDIS_URL: url(/^rediss?$/, 'redis').describe(
      'Redis 6.2 or newer, with AOF and noeviction. Only together with DATABASE_URL and QDRANT_URL',
    ),
    DATABASE_POOL_SIZE: whole(10).describe('Connections of one process to PostgreSQL'),
    STATEMENT_TIMEOUT_SECONDS: seconds(15_000).describe('A statement that takes longer is cut off'),
    QDRANT_API_KEY: key().describe('Key that Qdrant asks for'),
    QDRANT_PREFIX: name('hippocamp').describe('What names of collections begin with'),
    QDRANT_QUANTISED: flag(false).describe(
      'Collections made from now on (npm run reindex makes one) keep dense vectors in int8 in memory and on disk as they are: a quarter of the memory, and answers that say approximate: true',
    ),
    QDRANT_TIMEOUT_SECONDS: seconds(5000).describe('A request to Qdrant that takes longer is given up'),
    REDIS_PREFIX: name('hippocamp').describe('What names of keys begin with'),
    STARTUP_WAIT_SECONDS: seconds(30_000).describe('How long a start waits for PostgreSQL before it gives up'),
  },
  'Listening and requests': {
    HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on; 0.0.0.0 for all'),
    PORT: port(8080).describe('Port of the gateway; 0 picks a free one'),
    OPS_PORT: portOrNone().describe(
      'Port of a gateway where /metrics and the detailed /readyz are then served alone, and /readyz at PORT says yes or no; 0 picks a free one. Not set: all at PORT on loopback or with AUTH_MODE=off, nowhere with keys on another address',
    ),
    WORKER_PORT: port(8081).describe('Port of a worker’s /livez, /readyz and /metrics; 0 picks a free one'),
    ALLOWED_HOSTS: list(isHost, 'memory.example.org,10.0.0.5').describe(
      'Names by which it may be asked, without ports, a comma between them; * for any. Not set: localhost, 127.0.0.1 and [::1] on a loopback address, any on others',
    ),
    ALLOWED_ORIGINS: list(isOrigin, 'https://app.example.org,http://localhost:3000').describe(
      'Origins whose web pages may read answers (CORS), a comma between them. Not set: none',
    ),
    AUTH_MODE: z
      .enum(['off', 'optional', 'required'])
      .default('off')
      .describe(
        'Whether requests need a key: off, nobody does; optional, those of a tenant that has keys, to move over; required, everybody. Off is refused where HOST is no loopback address, see ALLOW_ANYONE',
      ),
    ALLOW_ANYONE: flag(false).describe(
      'With AUTH_MODE=off on an address that others reach: whoever gets there may read and write everything',
    ),
    KEY_PEPPER: z
      .string()
      .regex(/^[\x21-\x7e]{32,}$/, 'must be 32 visible ASCII characters at least, such as "openssl rand -hex 32" makes')
      .optional()
      .describe(
        'What keys are hashed with, the same in every process; another one ends all keys. Not set: in embedded mode the file key-pepper in HIPPOCAMP_DATA',
      ),
    MCP_TENANT: z
      .string()
      .regex(tenantPattern, 'must be 1 to 128 of A-Z a-z 0-9 . _ : @ -')
      .optional()
      .describe('Tenant of those who ask at /mcp without x-tenant-id. Not set: they are refused'),
    BODY_LIMIT_BYTES: whole(1024 * 1024).describe(
      'Largest body of a request and item of a batch; a line of an import may take four times as many, and 4 MiB at least',
    ),
    BODY_LIMIT_VALUES: whole(5000).describe(
      'Most members and elements, at all levels, of a body and of an item of a batch',
    ),
    BATCH_BODY_LIMIT_BYTES: whole(16 * 1024 * 1024).describe(
      'Largest body of POST /memories/batch, and longest line of an import, which may take 4 MiB at least',
    ),
    BATCH_BODY_LIMIT_VALUES: whole(200_000).describe(
      'Most members and elements of it, and of a line of an import, which may have 200,000 at least',
    ),
    IMPORT_LIMIT_BYTES: whole(4 * 1024 ** 3, 1, Number.MAX_SAFE_INTEGER).describe(
      'Unpacked bytes of one POST /import; the rest is sent with another',
    ),
    IMPORT_SECONDS: seconds(defaultPolicies.importTime).describe(
      'How long one POST /import takes lines before it answers how far it came; below REQUEST_TIMEOUT_SECONDS, and half of that where it would not be',
    ),
    IMPORT_MAX_BAD_LINES: whole(defaultPolicies.importBadLines).describe('Bad lines after which POST /import stops'),
    HEADERS_TIMEOUT_SECONDS: seconds(10_000).describe(
      'A request whose headers take longer is answered 408; REQUEST_TIMEOUT_SECONDS at most',
    ),
    REQUEST_TIMEOUT_SECONDS: seconds(60_000).describe('A request whose body takes longer is answered 408'),
    DRAIN_SECONDS: orNone(0).describe(
      'How long a gateway that is told to stop still answers, while /readyz says 503, so that balancers see it first; 0 on a laptop, some seconds behind a balancer',
    ),
    STOP_TIMEOUT_SECONDS: seconds(10_000).describe('How long a stop waits for what runs'),
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'])
      .default('info')
      .describe('Least level of log lines'),
    CHECK_ANSWERS: flag(false).describe('Check every answer against the contract; for tests'),
  },
  Limits: {
    REQUESTS_PER_SECOND: limit(1_000_000).describe('Requests a second of one tenant, over all gateways; 0: any'),
    REQUEST_BURST: limit(1_000_000).describe(
      'Requests of it that may come at once: whole seconds of REQUESTS_PER_SECOND, rounded up',
    ),
    CONCURRENT_REQUESTS: limit(1_000_000).describe(
      'Requests of one tenant that one gateway answers at once, while as many wait a second for a place; 0: any',
    ),
    KEY_REQUESTS_PER_SECOND: limit(1_000_000).describe('Requests a second of one key; 0: any'),
    KEY_CONCURRENT_REQUESTS: limit(1_000_000).describe('Requests of one key that one gateway answers at once; 0: any'),
    MAX_MEMORIES: limit().describe(
      'Memories that one tenant may have; counted every two seconds, and what is written meanwhile goes beyond. 0: any',
    ),
    MAX_BYTES: limit().describe('Bytes of the texts and metadata of its memories and of its raw texts; 0: any'),
    INGESTS_PER_DAY: limit().describe(
      'POST /ingest of one tenant within 24 hours; in embedded mode a start begins anew. 0: any',
    ),
    SHED_LOOP_DELAY_MS: whole(1000, 0, 60_000).describe(
      'Requests are refused (503) while half of the turns of the event loop are so late for two seconds, or eight calls wait for each connection of a full pool; 0: never',
    ),
  },
  'Writing and finding': {
    INGEST_WAIT_MS: milliseconds(defaultPolicies.ingestWait).describe(
      'How long POST /ingest waits before it answers 202',
    ),
    INDEX_WAIT_SECONDS: seconds(defaultPolicies.indexWait).describe(
      'How long a write waits for its memory to be indexed',
    ),
    QUESTION_WAIT_SECONDS: seconds(defaultPolicies.questionWait).describe('How long a query waits for its embedding'),
    QUERY_ROW_LIMIT: whole(defaultPolicies.queryRowLimit).describe('Rows one query may read before it is approximate'),
    UNINDEXED_LIMIT: whole(defaultPolicies.unindexedLimit).describe(
      'Rows not yet indexed that one query scores itself',
    ),
    REDACT_SECRETS: flag(true).describe(
      'Take secrets out of what POST /ingest is sent before anything is kept: cards, accounts, private keys, tokens, cookies, passwords that are named so',
    ),
    REPLACED_BY: z
      .enum(['speaker', 'anyone'])
      .default('speaker')
      .describe(
        "Whose word replaces a fact at ingest: `speaker` for who said it and the owner (what others say is shown for review), `anyone` for anybody of the tenant's owner.",
      ),
    KEEP_ASSISTANT: flag(true).describe(
      'Keep what an assistant tells in an ingested talk as what the assistant told: an episodic memory with `speaker: "assistant"` that ages, takes the place of nothing and supports no claim unless it is asked for. false: it is left out',
    ),
    LINK_ENTITIES: flag(false).describe(
      'Relate each memory of an ingest by `mentions` to the entities that it names, to its speaker and to its owner; entities that are missing are made, and go with the last memory that mentions them',
    ),
    TOKENIZER: z.enum(encodings).default('o200k_base').describe('Encoding that tokens of a context are counted in'),
  },
  Lifecycle: {
    SHORT_TERM_EXPIRY_SECONDS: age(defaultPolicies.shortTermExpiry).describe('Life of a short_term memory'),
    PROMOTE_ACCESS_COUNT: whole(defaultPolicies.promoteAccessCount).describe('Accesses that keep a short_term memory'),
    EPISODIC_PROMOTE_ACCESS_COUNT: whole(defaultPolicies.episodicPromoteAccessCount).describe(
      'Accesses that make an episodic memory semantic',
    ),
    EPISODIC_PROMOTE_AGE_SECONDS: age(defaultPolicies.episodicPromoteAge).describe(
      'Time in the tier before an episodic memory may become semantic',
    ),
    DISTIL_AGE_SECONDS: age(defaultPolicies.distilAge).describe(
      'Time in the tier before an episodic memory is distilled',
    ),
    DISTIL_ALONE_IMPORTANCE: z.coerce
      .number()
      .min(0)
      .max(1)
      .default(defaultPolicies.distilAloneImportance)
      .describe('Importance from which a memory is distilled without related ones'),
    ARCHIVE_AGE_SECONDS: age(defaultPolicies.archiveAge).describe(
      'Time without creation, access or change of tier before an episodic memory is archived',
    ),
    ARCHIVE_AFTER_DISTIL_SECONDS: age(defaultPolicies.archiveAfterDistil).describe(
      'Least time between distilling and archiving a memory',
    ),
    UNDO_HOLD_SECONDS: age(defaultPolicies.undoHold).describe('How long no rule touches what an undo restored'),
    LIFECYCLE_WAIT_MS: milliseconds(defaultPolicies.lifecycleWait).describe(
      'How long POST /lifecycle/run waits before it answers 202',
    ),
    LIFECYCLE_EVERY_SECONDS: seconds(3_600_000).describe('How often tenants with something due are aged'),
  },
  Embeddings: {
    EMBEDDER: z
      .enum(['local', 'words', 'openai'])
      .default('local')
      .describe(
        'What memories are found by besides their words, for a new store: local, the model that ships; words, word vectors without native code, for small machines; openai, any server with that interface at EMBEDDINGS_URL. A store keeps the one that it was begun with until npm run reindex',
      ),
    READER: z
      .enum(['model', 'none', 'rules'])
      .default('model')
      .describe(
        'What reads texts: model, the models that ship, whatever EMBEDDER says; they judge which statements are worth keeping and in which tier, whether they repeat or replace what is known, and what memories say of a claim. none, nothing but the form of a text: all that is said is kept, in the semantic tier, only equal text says the same, and no claim is answered, for machines where no model can run. rules is the old name of none. Each memory names what judged it',
      ),
    MODEL_THREADS: whole(1).describe(
      'Threads of one process in which the model that ships embeds texts; each takes a core while there is work and about 100 MB, as much again once statements are compared or claims are read, and again once texts are judged',
    ),
    EMBEDDINGS_URL: url(/^https?$/, 'http').describe(
      'Base URL of a server with the embeddings interface of OpenAI, such as http://localhost:11434/v1 of Ollama. Texts of tenants go there',
    ),
    EMBEDDINGS_MODEL: z.string().min(1).max(200).optional().describe('The model, as that server names it'),
    EMBEDDINGS_API_KEY: key().describe('Key that the server asks for'),
    EMBEDDINGS_DIMENSIONS: z.coerce
      .number()
      .int()
      .min(2)
      .max(8192)
      .optional()
      .describe('Length of its vectors, for models that can give fewer than their own'),
    EMBEDDINGS_QUESTION_PREFIX: z
      .string()
      .max(1000)
      .optional()
      .describe(
        'What its model wants before a question, with the space at its end if it has one, such as "query: ". With neither of the two set, a few known pairs are tried and one is taken where it clearly helps. Another prefix makes other vectors: npm run reindex',
      ),
    EMBEDDINGS_MEMORY_PREFIX: z.string().max(1000).optional().describe('The same before a memory, such as "passage: "'),
    EMBEDDINGS_TIMEOUT_SECONDS: seconds(10_000).describe('A request to it that takes longer is given up'),
  },
  'Language model': llmSection,
  Retention: {
    INGEST_RETENTION_DAYS: days(defaultPolicies.ingestRetention).describe('Life of the record of an ingest'),
    REVIEW_RETENTION_DAYS: days(defaultPolicies.reviewRetention).describe(
      'Life of a review, decided or not; what nobody decided about by then is not stored',
    ),
    ARTIFACT_RETENTION_DAYS: days(defaultPolicies.artifactRetention).describe(
      'Life of a raw text that no memory was drawn from; that of an ingest that failed stays as long as its record',
    ),
    HISTORY_RETENTION_DAYS: days(defaultPolicies.historyRetention).describe('Life of an entry of a memory’s history'),
    EVENT_RETENTION_DAYS: z.coerce
      .number()
      .min(0)
      .max(MOST_DAYS)
      .transform((given) => given * DAY)
      .optional()
      .describe('Life of an event since it was recorded, receipts of erasures among them; without it they stay'),
    RUN_RETENTION_DAYS: days(defaultPolicies.runRetention).describe('Life of a lifecycle run with its details'),
    DRY_RUN_RETENTION_DAYS: days(defaultPolicies.dryRunRetention).describe('Life of a dry run; details may go before'),
    IDEMPOTENCY_RETENTION_SECONDS: age(defaultPolicies.idempotencyRetention).describe('Life of an Idempotency-Key'),
    PRUNE_SECONDS: seconds(600_000).describe('How often what is past its retention is removed'),
  },
  'Jobs and workers': {
    TEXT_THREADS: whole(2, 2).describe(
      'Threads of one process that read texts; one tenant uses all but one of them at most',
    ),
    READING_SECONDS: seconds(10_000).describe(
      'How long reading one text may take; an ingest whose text took longer twice is given up, a claim or query is answered 422',
    ),
    INGEST_CONCURRENCY: whole(2).describe('Ingests that one process works on at once'),
    INDEX_CONCURRENCY: whole(2).describe('Index jobs that one process works on at once'),
    QUEUE_WINDOW: whole(4, 4).describe(
      'Jobs of a kind that wait in Redis, handed out by turns of tenants; the rest waits in PostgreSQL. The more, the longer one tenant’s flood holds up the others',
    ),
    JOB_LEASE_SECONDS: seconds(defaultPolicies.lease).describe(
      'How long a job of a worker that died waits for another; a worker that lives renews its lease',
    ),
    JOB_RETRY_SECONDS: patience(defaultPolicies.retryTime).describe(
      'How long a job that fails is tried again before it is a dead letter, since its first failure; as long as an outage may last',
    ),
    JOB_ATTEMPTS: whole(defaultPolicies.leastAttempts).describe(
      'Attempts that it has even where they take longer; a job that takes its worker with it so often is a dead letter at once',
    ),
    SWEEP_SECONDS: seconds(1000).describe('How often the outbox is looked through for jobs whose wake-up was lost'),
    RECONCILE_SECONDS: seconds(5000).describe('How often the index is compared with the records, tenant by tenant'),
  },
} satisfies Record<string, z.ZodRawShape>;

export const settingsSchema = z.object({
  ...sections['Where data is kept'],
  ...sections['Listening and requests'],
  ...sections.Limits,
  ...sections['Writing and finding'],
  ...sections.Embeddings,
  ...sections['Language model'],
  ...sections.Lifecycle,
  ...sections.Retention,
  ...sections['Jobs and workers'],
  NODE_ENV: z.string().optional(),
  FAILPOINT: z.string().optional(),
});

export type RawSettings = z.infer<typeof settingsSchema>;
