import { createEmbedNow, createEmbedTask } from '@hippocamp/core/modules/embedding/embed-task';
import { createIndexTask, createVocabularyTask } from '@hippocamp/core/modules/indexing/tasks';
import { createIngestTask } from '@hippocamp/core/modules/ingest/ingest-task';
import { createModelTask } from '@hippocamp/core/modules/ingest/model-task';
import { createDistilTask } from '@hippocamp/core/modules/lifecycle/distil-task';
import { createLifecycleService } from '@hippocamp/core/modules/lifecycle/lifecycle-service';
import { createLifecycleTask } from '@hippocamp/core/modules/lifecycle/lifecycle-task';
import { startOutboxWorkers } from '@hippocamp/core/modules/outbox/outbox-worker';
import type { Components } from './components.js';
import { prune } from './pruning.js';
import type { Settings } from './settings.js';

/** The workers of this process and what comes round. Answers how to stop them. */
export function startWorkers(components: Components, settings: Settings): () => Promise<void> {
  const { records, queue, vocabulary, metrics, handOut, reconciler, log } = components;
  const lifecycle = createLifecycleService({ ...components, policies: settings.policies });
  const { policies, indexConcurrency, ingestConcurrency, linksEntities, anyoneReplaces } = settings;
  const ingesting = { ...components, linksEntities, anyoneReplaces, onStatements: metrics.statements };
  const workers = startOutboxWorkers({
    ...components,
    lease: policies.lease,
    maxAttempts: policies.maxAttempts,
    retryTime: policies.retryTime,
    rings: components.watches.queue.isUp,
    onOutcome: (kind, outcome, milliseconds) => metrics.job(kind, outcome, milliseconds / 1000),
    tasks: {
      ingest: createIngestTask({ ...ingesting, concurrency: ingestConcurrency }),
      model: createModelTask(ingesting),
      index: createIndexTask({ ...components, concurrency: indexConcurrency }),
      embed: createEmbedTask({
        ...components,
        embedNow: createEmbedNow(components),
        canAsk: components.embedderInUse.canAsk,
        concurrency: settings.embedder.kind === 'local' ? settings.modelThreads : 1,
      }),
      vocabulary: createVocabularyTask({ records, vocabulary }),
      lifecycle: createLifecycleTask({ ...components, policies, concurrency: 1 }),
      distil: createDistilTask(components),
    },
  });
  queue.schedule('sweep', settings.sweepEvery, async () => void (await handOut.sweep()));
  queue.schedule('reconcile', settings.reconcileEvery, () => reconciler.round());
  queue.schedule('prune', settings.pruneEvery, () => prune({ ...components, policies }));
  queue.schedule('lifecycle', settings.lifecycleEvery, async () => {
    const started = await lifecycle.startDueRuns();
    if (started > 0) log.info({ started }, 'lifecycle runs started');
  });
  return async () => {
    await queue.close(settings.stopTimeout);
    await workers.stop();
  };
}
