import { type ArtifactService, createArtifactService } from '@hippocamp/core/modules/artifacts/artifact-service';
import { createErasureService, type ErasureService } from '@hippocamp/core/modules/erasure/erasure-service';
import { createIndexTask, createVocabularyTask } from '@hippocamp/core/modules/indexing/tasks';
import { createIngestService, type IngestService } from '@hippocamp/core/modules/ingest/ingest-service';
import { createIngestTask } from '@hippocamp/core/modules/ingest/ingest-task';
import { createLifecycleService, type LifecycleService } from '@hippocamp/core/modules/lifecycle/lifecycle-service';
import { createLifecycleTask } from '@hippocamp/core/modules/lifecycle/lifecycle-task';
import { createMemoryService, type MemoryService } from '@hippocamp/core/modules/memories/memory-service';
import { createMemorySets, type MemorySets } from '@hippocamp/core/modules/memories/memory-sets';
import { startOutboxWorkers } from '@hippocamp/core/modules/outbox/outbox-worker';
import { startSweeper } from '@hippocamp/core/modules/outbox/sweeper';
import { createQueryService, type QueryService } from '@hippocamp/core/modules/retrieval/query-service';
import { createTransferService, type TransferService } from '@hippocamp/core/modules/transfer/transfer-service';
import type { Log } from '@hippocamp/core/ports/log';
import type { Ready } from '@hippocamp/shared/schemas/system';
import { type Components, openComponents } from './components.js';
import { createMetrics, type Metrics } from './metrics.js';
import { startPruning } from './pruning.js';
import { createReadiness } from './readiness.js';
import { startSchedule } from './schedule.js';
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
  lifecycle: LifecycleService;
  erasure: ErasureService;
  transfer: TransferService;
  metrics: Metrics;
  log: Log;
  /** What it runs on, for people. */
  about: Record<string, string>;
  readiness(): Promise<Ready>;
  /** Finishes what runs, then closes the engines. */
  close(): Promise<void>;
}

/** The workers of this process. Answers how to stop them. */
function startWorkers(components: Components, settings: Settings, metrics: Metrics): () => Promise<void> {
  const { records, indexing, vocabulary } = components;
  const { policies, indexConcurrency, ingestConcurrency } = settings;
  startOutboxWorkers({
    ...components,
    lease: policies.lease,
    maxAttempts: policies.maxAttempts,
    onOutcome: (kind, outcome, milliseconds) => metrics.job(kind, outcome, milliseconds / 1000),
    tasks: {
      ingest: createIngestTask({ ...components, concurrency: ingestConcurrency }),
      index: createIndexTask({ records, indexing, concurrency: indexConcurrency }),
      vocabulary: createVocabularyTask({ records, vocabulary }),
      lifecycle: createLifecycleTask({ ...components, policies, concurrency: 1 }),
    },
  });
  const sweeper = startSweeper({ ...components, every: settings.sweepEvery });
  const pruning = startPruning({ ...components, policies, every: settings.pruneEvery });
  return async () => {
    await pruning.stop();
    await sweeper.stop();
    await components.queue.close(settings.stopTimeout);
  };
}

/** The composition root: settings to adapters to services. */
export async function createService(settings: Settings): Promise<Service> {
  const { policies } = settings;
  const components = await openComponents(settings);
  const { records, clock, log, about } = components;
  const metrics = createMetrics({
    outbox: () => records.outbox.counts(clock.now()),
    counts: () => records.counts(),
    rows: () => records.rowEstimates(),
  });
  // The folder is ours alone, so a lease can only be left over from a process that died.
  await records.outbox.releaseAll();
  const stopWorkers = startWorkers(components, settings, metrics);
  const lifecycle = createLifecycleService({ ...components, policies });
  const schedule = startSchedule({ lifecycle, log, every: settings.lifecycleEvery });
  return {
    version,
    memories: createMemoryService(components),
    memorySets: createMemorySets(components),
    queries: createQueryService({ ...components, policies, onQuery: metrics.query }),
    ingests: createIngestService({ ...components, wait: policies.ingestWait }),
    artifacts: createArtifactService(components),
    lifecycle,
    erasure: createErasureService(components),
    transfer: createTransferService(components),
    metrics,
    log,
    about,
    readiness: createReadiness(components),
    async close() {
      await schedule.stop();
      await stopWorkers();
      await components.close();
    },
  };
}
