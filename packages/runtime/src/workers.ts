import { createIndexTask, createVocabularyTask } from '@hippocamp/core/modules/indexing/tasks';
import { createIngestTask } from '@hippocamp/core/modules/ingest/ingest-task';
import { startOutboxWorkers } from '@hippocamp/core/modules/outbox/outbox-worker';
import type { Components } from './components.js';
import { prune } from './pruning.js';
import type { Settings } from './settings.js';

const PRUNE_EVERY = 10 * 60_000;

/** The workers of this process and what comes round. Answers how to stop them. */
export function startWorkers(components: Components, settings: Settings): () => Promise<void> {
  const { records, queue, indexing, vocabulary, metrics, handOut, reconciler } = components;
  const { policies, indexConcurrency, ingestConcurrency } = settings;
  const workers = startOutboxWorkers({
    ...components,
    lease: policies.lease,
    maxAttempts: policies.maxAttempts,
    onOutcome: (kind, outcome, milliseconds) => metrics.job(kind, outcome, milliseconds / 1000),
    tasks: {
      ingest: createIngestTask({ ...components, concurrency: ingestConcurrency }),
      index: createIndexTask({ records, indexing, concurrency: indexConcurrency }),
      vocabulary: createVocabularyTask({ records, vocabulary }),
    },
  });
  queue.schedule('sweep', settings.sweepEvery, async () => void (await handOut.sweep()));
  queue.schedule('reconcile', settings.reconcileEvery, () => reconciler.round());
  queue.schedule('prune', PRUNE_EVERY, () => prune({ ...components, policies }));
  return async () => {
    await queue.close(settings.stopTimeout);
    await workers.stop();
  };
}
