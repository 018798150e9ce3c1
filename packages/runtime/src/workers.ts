import { isOutage } from '@hippocamp/core/modules/idempotency/run-once';
import { createEmbedNow, createEmbedTask } from '@hippocamp/core/modules/indexing/embed-task';
import { createIndexTask, createVocabularyTask } from '@hippocamp/core/modules/indexing/index-memories';
import { createIngestTask } from '@hippocamp/core/modules/ingest/ingest-task';
import { createModelTask } from '@hippocamp/core/modules/ingest/model-task';
import { createDistilTask } from '@hippocamp/core/modules/lifecycle/distil-task';
import { createLifecycleService } from '@hippocamp/core/modules/lifecycle/lifecycle-service';
import { createLifecycleTask } from '@hippocamp/core/modules/lifecycle/lifecycle-task';
import { createQuota } from '@hippocamp/core/modules/limits/quota';
import { startOutboxWorkers } from '@hippocamp/core/modules/outbox/outbox-worker';
import { isStalled } from '@hippocamp/core/modules/outbox/stalled';
import type { Policies } from '@hippocamp/core/modules/policies';
import type { Clock } from '@hippocamp/core/ports/clock';
import { type Log, withoutText } from '@hippocamp/core/ports/log';
import type { Records, RetentionKind } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Components } from './components.js';
import { createRefusalLog, type Told } from './limits-parts.js';
import type { Settings } from './settings.js';

/** ms; null for ever. */
const retentions = (policies: Policies): Record<RetentionKind, number | null> => ({
  idempotencyKeys: policies.idempotencyRetention,
  ingests: policies.ingestRetention,
  reviews: policies.reviewRetention,
  artifacts: policies.artifactRetention,
  history: policies.historyRetention,
  events: policies.eventRetention,
  lifecycleRuns: policies.runRetention,
  dryRuns: policies.dryRunRetention,
});

/** A kind that fails or takes too long is logged and tried at the next round. */
export async function prune({
  records,
  clock,
  log,
  policies,
}: {
  records: Records;
  clock: Clock;
  log: Log;
  policies: Policies;
}): Promise<void> {
  const now = clock.now().getTime();
  const removed: Partial<Record<RetentionKind, number>> = {};
  for (const [kind, retention] of Object.entries(retentions(policies)) as [RetentionKind, number | null][]) {
    if (retention === null) continue;
    try {
      Object.assign(removed, await records.prune({ [kind]: new Date(now - retention) }));
    } catch (error) {
      if (isOutage(error) && !(await isStalled(error, records))) throw error;
      log.warn({ kind, ...withoutText(error) }, 'could not be pruned');
    }
  }
  if (Object.values(removed).some((count) => count > 0)) log.info({ removed }, 'pruned');
}

interface Room extends Told {
  records: Pick<Records, 'forTenant'>;
  tenantSettings: Pick<Components['tenantSettings'], 'of'>;
  clock: Clock;
}

/** Counted each time: between two looks an ingest may leave megabytes. */
export const checkRoomBy = (components: Room, { limits }: Pick<Settings, 'limits'>) => {
  const onRefused = createRefusalLog(components, 'jobs find no room for what they store');
  const quota = createQuota({ ...components, onRefused, fresh: 0 });
  return (tenant: TenantId) =>
    quota.check(tenant, { ...limits, ...components.tenantSettings.of(tenant).limits }, 'bytes');
};

/** Returns the stop. */
export function startWorkers(components: Components, settings: Settings): () => Promise<void> {
  const { records, queue, vocabulary, metrics, handOut, reconciler, log } = components;
  const lifecycle = createLifecycleService({ ...components, policies: settings.policies });
  const { policies, indexConcurrency, ingestConcurrency, linksEntities, anyoneReplaces } = settings;
  const ingesting = {
    ...{ ...components, linksEntities, anyoneReplaces, onStatements: metrics.statements },
    checkRoom: checkRoomBy(components, settings),
  };
  const workers = startOutboxWorkers({
    ...components,
    lease: policies.lease,
    leastAttempts: policies.leastAttempts,
    retryTime: policies.retryTime,
    isQueueUp: components.watches.queue.isUp,
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
    workers.stopLooking();
    await queue.close(settings.stopTimeout);
    await workers.stop();
  };
}
