import { createEmbeddedIndex } from '@hippocamp/adapters/embedded-index/embedded-index';
import { createLocalQueue } from '@hippocamp/adapters/local-queue/local-queue';
import { createFactReader } from '@hippocamp/adapters/rules/fact-reader';
import { createRuleExtractor } from '@hippocamp/adapters/rules/rule-extractor';
import { type ArtifactService, createArtifactService } from '@hippocamp/core/modules/artifacts/artifact-service';
import { createFacts } from '@hippocamp/core/modules/facts/facts';
import { createRunOnce } from '@hippocamp/core/modules/idempotency/run-once';
import { createIndexing } from '@hippocamp/core/modules/indexing/index-memories';
import { createIndexTask, createVocabularyTask } from '@hippocamp/core/modules/indexing/tasks';
import { createVocabularyKeeper } from '@hippocamp/core/modules/indexing/vocabulary-keeper';
import { createIngestService, type IngestService } from '@hippocamp/core/modules/ingest/ingest-service';
import { createIngestTask } from '@hippocamp/core/modules/ingest/ingest-task';
import { createMemoryService, type MemoryService } from '@hippocamp/core/modules/memories/memory-service';
import { createMemorySets, type MemorySets } from '@hippocamp/core/modules/memories/memory-sets';
import { startOutboxWorkers } from '@hippocamp/core/modules/outbox/outbox-worker';
import { startSweeper } from '@hippocamp/core/modules/outbox/sweeper';
import { createQueryService, type QueryService } from '@hippocamp/core/modules/retrieval/query-service';
import type { Log } from '@hippocamp/core/ports/log';
import type { Ready } from '@hippocamp/shared/schemas/system';
import { systemClock as clock } from './clock.js';
import { createDefaultEmbedder } from './embedder.js';
import { openEngines } from './engines.js';
import { createIds } from './ids.js';
import { createLogger } from './logger.js';
import { createMetrics, type Metrics } from './metrics.js';
import { startPruning } from './pruning.js';
import { createReadiness } from './readiness.js';
import type { Settings } from './settings.js';
import { version } from './version.js';

/** Everything that a gateway needs, built. */
export interface Service {
  version: string;
  memories: MemoryService;
  memorySets: MemorySets;
  queries: QueryService;
  ingests: IngestService;
  artifacts: ArtifactService;
  metrics: Metrics;
  log: Log;
  /** What it runs on, for people. */
  about: Record<string, string>;
  readiness(): Promise<Ready>;
  /** Finishes what runs, then closes the engines. */
  close(): Promise<void>;
}

/** The composition root: settings to adapters to services. */
export async function createService(settings: Settings): Promise<Service> {
  const { policies } = settings;
  const log = createLogger(settings.logLevel);
  const ids = createIds();
  const embedder = await createDefaultEmbedder();
  const extractor = createRuleExtractor();
  const facts = createFacts({ reader: createFactReader() });
  const engines = await openEngines(settings, embedder.id);
  const { records } = engines;
  const index = createEmbeddedIndex({ sql: engines.sql });
  const queue = createLocalQueue({ log });
  const metrics = createMetrics({ outbox: () => records.outbox.counts(clock.now()), counts: () => records.counts() });

  const { fresh } = await index.ensure({ id: embedder.id, dimensions: embedder.dimensions });
  if (fresh) await records.reindexAll(clock.now());
  // The folder is ours alone, so a lease can only be left over from a process that died.
  await records.outbox.releaseAll();

  const runOnce = createRunOnce({ clock, retention: policies.idempotencyRetention });
  const vocabulary = createVocabularyKeeper({ records, queue, clock });
  const indexing = createIndexing({
    records,
    index,
    embedder,
    queue,
    vocabulary,
    clock,
    log,
    wait: policies.indexWait,
  });
  const queries = createQueryService({
    records,
    index,
    embedder,
    vocabulary,
    policies,
    clock,
    log,
    onQuery: metrics.query,
  });

  const { indexConcurrency, ingestConcurrency } = settings;
  startOutboxWorkers({
    records,
    queue,
    clock,
    log,
    lease: policies.lease,
    maxAttempts: policies.maxAttempts,
    onOutcome: (kind, outcome, milliseconds) => metrics.job(kind, outcome, milliseconds / 1000),
    tasks: {
      ingest: createIngestTask({
        records,
        extractor,
        embedder,
        facts,
        indexing,
        clock,
        ids,
        concurrency: ingestConcurrency,
      }),
      index: createIndexTask({ records, indexing, concurrency: indexConcurrency }),
      vocabulary: createVocabularyTask({ records, vocabulary }),
    },
  });
  const sweeper = startSweeper({ records, queue, clock, log, every: settings.sweepEvery });
  const pruning = startPruning({ records, clock, log, policies });

  return {
    version,
    memories: createMemoryService({ records, indexing, runOnce, facts, clock, ids }),
    memorySets: createMemorySets({ records, indexing, runOnce, facts, clock, ids }),
    queries,
    ingests: createIngestService({ records, queue, runOnce, clock, ids, log, wait: policies.ingestWait }),
    artifacts: createArtifactService({ records }),
    metrics,
    log,
    about: {
      ...engines.about,
      embeddings: `${embedder.id}, ${embedder.dimensions} dimensions`,
      extraction: extractor.version,
    },
    readiness: createReadiness({ records, index, queue, clock }),
    async close() {
      pruning.stop();
      await sweeper.stop();
      await queue.close(settings.stopTimeout);
      await engines.close();
    },
  };
}
