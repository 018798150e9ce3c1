import { type Refusal, refusals } from '@hippocamp/core/modules/limits/admission';
import { settlesWithin } from '@hippocamp/core/modules/waiting';
import type { Clock } from '@hippocamp/core/ports/clock';
import type { EngineName } from '@hippocamp/core/ports/engine-health';
import type { UnavailablePart } from '@hippocamp/shared/problems';
import { sources } from '@hippocamp/shared/schemas/ingest';
import { type StatementCounts, statementOutcomes } from '@hippocamp/shared/schemas/memories';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { shareAnswer } from './share-answer.js';

export interface Metrics {
  /** `route` is the template of the path, never the path, which may hold ids. */
  request(method: string, route: string, status: number, seconds: number): void;
  query(work: { rounds: number; rowsRead: number; randomAccesses: number; approximate: boolean }): void;
  job(kind: string, outcome: string, seconds: number): void;
  differences(count: number): void;
  statements(source: string, counts: StatementCounts): void;
  engineCall(engine: EngineName, seconds: number): void;
  llmOverrun(): void;
  llmUnusable(count: number): void;
  /** `time` is in ms. */
  llmCall(
    purpose: string,
    outcome: string,
    call: { tokens: { prompt: number; completion: number }; time: number },
  ): void;
  /** `work` where no engine was the cause. */
  unavailable(cause: UnavailablePart | 'work'): void;
  refused(reason: Refusal): void;
  read(gauges: Gauges): void;
  /** An engine that does not answer does not delay it. What engines tell is read once a second at most. */
  text(): Promise<string>;
}

export interface Gauges {
  outbox(): Promise<{ kind: string; waiting: number; dead: number; oldestSeconds: number }[]>;
  counts(): Promise<{ memories: number; unindexed: number }>;
  queue(): Promise<Record<string, { waiting: number; running: number }>>;
  rows(): Promise<Record<string, number>>;
  engines(): Promise<Record<EngineName, boolean>>;
  /** See `EmbedderInUse.lack`. */
  embedderLacks(): boolean;
  pool: (() => Record<'idle' | 'used' | 'waiting', number>) | null;
}

/** ms */
const PATIENCE = 2_000;

/** `away` clears the figures of a store that is down, because they are no longer true. */
interface Figures {
  read(): Promise<void>;
  away(): void;
}

/** A store that hangs must not delay the other metrics. */
const readOrTell = async ({ read, away }: Figures) => {
  if (!(await settlesWithin(read(), PATIENCE).catch(() => false))) away();
};

/** The age of a waiting job grows while the store is away. */
const createAges = (oldest: Gauge) => {
  const since = new Map<string, number>();
  return {
    set(kind: string, seconds: number) {
      oldest.set({ kind }, seconds);
      since.set(kind, Date.now() - seconds * 1000);
      if (seconds === 0) since.delete(kind);
    },
    goOn() {
      for (const [kind, time] of since) oldest.set({ kind }, (Date.now() - time) / 1000);
    },
  };
};

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const createGauges = (registers: Registry[]) => ({
  waiting: new Gauge({
    name: 'hippocamp_outbox_jobs',
    help: 'Jobs not done; "npm run dead-letters" lists the dead ones',
    labelNames: ['kind', 'state'],
    registers,
  }),
  oldest: new Gauge({
    name: 'hippocamp_outbox_oldest_seconds',
    help: 'Age of the oldest job not done',
    labelNames: ['kind'],
    registers,
  }),
  queued: new Gauge({
    name: 'hippocamp_queue_jobs',
    help: 'Jobs in the queue: the window of the outbox that is handed out',
    labelNames: ['kind', 'state'],
    registers,
  }),
  rows: new Gauge({
    name: 'hippocamp_rows',
    help: 'About how many rows there are of what is kept for a time',
    labelNames: ['kind'],
    registers,
  }),
  memories: new Gauge({ name: 'hippocamp_memories', help: 'Live memories', registers }),
  unembedded: new Gauge({
    name: 'hippocamp_memories_unembedded',
    help: 'Memories whose vector is still to be made, or could not be; words alone find them',
    registers,
  }),
  unindexed: new Gauge({
    name: 'hippocamp_memories_unindexed',
    help: 'Live memories whose present version is not in the index',
    registers,
  }),
  up: new Gauge({
    name: 'hippocamp_engine_up',
    help: 'Whether an engine answers this process: 1 or 0',
    labelNames: ['engine'],
    registers,
  }),
  embedderAsSet: new Gauge({
    name: 'hippocamp_embedder_as_set',
    help: 'Whether memories are compared by the embedder that this process is set to: 1 or 0',
    registers,
  }),
});

const createPoolGauge = (pool: NonNullable<Gauges['pool']>, registers: Registry[]) =>
  new Gauge({
    name: 'hippocamp_pool_connections',
    help: 'Connections to PostgreSQL that are idle or used, and calls that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(pool())) this.set({ state }, count);
    },
  });

const refresher = (registry: Registry, sources: Gauges) => {
  const gauges = createGauges([registry]);
  const { waiting, oldest, queued, rows, memories, unembedded, unindexed, up, embedderAsSet } = gauges;
  if (sources.pool) createPoolGauge(sources.pool, [registry]);
  const ages = createAges(oldest);
  const outbox = {
    async read() {
      for (const row of await sources.outbox()) {
        waiting.set({ kind: row.kind, state: 'waiting' }, row.waiting);
        waiting.set({ kind: row.kind, state: 'dead' }, row.dead);
        ages.set(row.kind, row.oldestSeconds);
        if (row.kind === 'embed') unembedded.set(row.waiting + row.dead);
      }
    },
    away() {
      ages.goOn();
      waiting.reset();
      unembedded.remove();
    },
  };
  const queue = {
    async read() {
      for (const [kind, depth] of Object.entries(await sources.queue())) {
        queued.set({ kind, state: 'waiting' }, depth.waiting);
        queued.set({ kind, state: 'running' }, depth.running);
      }
    },
    away: () => queued.reset(),
  };
  const estimates = {
    async read() {
      for (const [kind, count] of Object.entries(await sources.rows())) rows.set({ kind }, count);
    },
    away: () => rows.reset(),
  };
  const counts = {
    async read() {
      const counted = await sources.counts();
      memories.set(counted.memories);
      unindexed.set(counted.unindexed);
    },
    away() {
      memories.remove();
      unindexed.remove();
    },
  };
  const engines = {
    async read() {
      for (const [engine, answers] of Object.entries(await sources.engines())) up.set({ engine }, Number(answers));
    },
    away: () => up.reset(),
  };
  return async () => {
    embedderAsSet.set(Number(!sources.embedderLacks()));
    await Promise.all([outbox, queue, estimates, counts, engines].map(readOrTell));
  };
};

const createInstruments = (registers: Registry[]) => ({
  requests: new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers,
  }),
  rounds: new Histogram({
    name: 'hippocamp_query_rounds',
    help: 'Rounds of the top k',
    buckets: [1, 2, 3, 4, 5, 6],
    registers,
  }),
  rows: new Histogram({
    name: 'hippocamp_query_rows_read',
    help: 'Rows read by a query',
    buckets: [100, 500, 1000, 5000, 10_000, 50_000],
    registers,
  }),
  approximate: new Counter({
    name: 'hippocamp_query_approximate_total',
    help: 'Queries answered as approximate',
    registers,
  }),
  differences: new Counter({
    name: 'hippocamp_index_differences_total',
    help: 'Points in which the index differed from the records and was repaired',
    registers,
  }),
  calls: new Histogram({
    name: 'hippocamp_engine_call_seconds',
    help: 'Time of a call to an engine, however it ended; a transaction is one call',
    labelNames: ['engine'],
    buckets: seconds,
    registers,
  }),
  // Counted after the commit. Prometheus sums over replicas, so a figure read from the shared table would count once
  // for each.
  statements: new Counter({
    name: 'hippocamp_statements_total',
    help: 'Statements of texts that were ingested, by what became of them',
    labelNames: ['outcome', 'source'],
    registers,
  }),
  llmCalls: new Counter({
    name: 'hippocamp_llm_calls_total',
    help: 'Calls of the language model, by how they ended; resting ones were not made, because several before them failed',
    labelNames: ['purpose', 'outcome'],
    registers,
  }),
  llmOverruns: new Counter({
    name: 'hippocamp_llm_over_budget_total',
    help: 'Calls of the language model that were not made, since their tenant had none left that day',
    registers,
  }),
  llmUnusable: new Counter({
    name: 'hippocamp_llm_unusable_statements_total',
    help: 'Statements that the language model told of texts and that were left out: none, or not said there',
    registers,
  }),
  llmTimes: new Histogram({
    name: 'hippocamp_llm_call_duration_seconds',
    help: 'Time of a call that was made, with its repeats',
    labelNames: ['purpose'],
    buckets: [0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120],
    registers,
  }),
  llmTokens: new Counter({
    name: 'hippocamp_llm_tokens_total',
    help: 'Tokens of these calls, as the server counts them, or a quarter of the bytes where it does not',
    labelNames: ['purpose', 'kind'],
    registers,
  }),
  unavailable: new Counter({
    name: 'hippocamp_unavailable_total',
    help: 'Requests answered 503, by what did not answer',
    labelNames: ['cause'],
    registers,
  }),
  refused: new Counter({
    name: 'hippocamp_refused_total',
    help: 'Requests refused before any work: by a limit or quota of a tenant, or because the process had too much to do; in a worker, tries of jobs that found no room',
    labelNames: ['reason'],
    registers,
  }),
  jobs: new Histogram({
    name: 'hippocamp_job_duration_seconds',
    help: 'Time of a job, by outcome',
    labelNames: ['kind', 'outcome'],
    buckets: seconds,
    registers,
  }),
});

/** All exist from the start, so that the first 503 shows as a rise. */
const causes = ['records', 'index', 'queue', 'embedder', 'work'] as const;

export function createMetrics(clock: Clock): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const instruments = createInstruments([registry]);
  const { requests, rounds, rows, approximate, differences, calls, unavailable, refused, jobs } = instruments;
  const { statements, llmCalls, llmTimes, llmTokens, llmOverruns, llmUnusable } = instruments;
  for (const cause of causes) unavailable.inc({ cause }, 0);
  for (const reason of refusals) refused.inc({ reason }, 0);
  for (const source of sources) for (const outcome of statementOutcomes) statements.inc({ source, outcome }, 0);
  let refresh = async () => {};
  return {
    request: (method, route, status, time) => requests.observe({ method, route, status }, time),
    query: (work) => {
      rounds.observe(work.rounds);
      rows.observe(work.rowsRead + work.randomAccesses);
      if (work.approximate) approximate.inc();
    },
    job: (kind, outcome, time) => jobs.observe({ kind, outcome }, time),
    statements(source, counts) {
      for (const outcome of statementOutcomes) statements.inc({ source, outcome }, counts[outcome]);
    },
    differences: (count) => differences.inc(count),
    engineCall: (engine, time) => calls.observe({ engine }, time),
    llmUnusable: (count) => llmUnusable.inc(count),
    llmOverrun: () => llmOverruns.inc(),
    llmCall(purpose, outcome, { tokens, time }) {
      llmCalls.inc({ purpose, outcome });
      if (time > 0) llmTimes.observe({ purpose }, time / 1000);
      llmTokens.inc({ purpose, kind: 'prompt' }, tokens.prompt);
      llmTokens.inc({ purpose, kind: 'completion' }, tokens.completion);
    },
    unavailable: (cause) => unavailable.inc({ cause }),
    refused: (reason) => refused.inc({ reason }),
    read(gauges) {
      refresh = shareAnswer(refresher(registry, gauges), { clock });
    },
    async text() {
      await refresh();
      return registry.metrics();
    },
  };
}
