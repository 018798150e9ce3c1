import type { Log } from '../../ports/log.js';
import type { Lease, LifecycleRepository, LifecycleRunRecord, OutboxKey, TenantRecords } from '../../ports/records.js';
import type { MemoryServiceDependencies } from '../memories/memory-dependencies.js';
import type { OutboxTask } from '../outbox/outbox-worker.js';
import type { Policies } from '../policies.js';
import { applyRun } from './apply.js';
import type { DistilDependencies } from './distil-ahead.js';
import { summaryOf } from './lifecycle-answer.js';
import { planRun } from './plan.js';

export interface LifecycleTaskDependencies extends DistilDependencies, Omit<MemoryServiceDependencies, 'runOnce'> {
  policies: Policies;
  log: Log;
  concurrency: number;
}

/** Plan, apply, report. Each step continues from what the one before wrote down. */
export function createLifecycleTask(dependencies: LifecycleTaskDependencies): OutboxTask {
  const { records, clock, concurrency } = dependencies;

  /** Keeps the lease as long as the work takes. */
  const keeping = (own: TenantRecords, key: OutboxKey, lease: Lease) => {
    const length = lease.until.getTime() - lease.now.getTime();
    return async () => {
      const now = clock.now();
      const until = new Date(now.getTime() + length);
      if (await own.outbox.extend(key, { ...lease, now, until })) return;
      throw new Error('another worker has taken the run over');
    };
  };

  /** What was done until then stays done, and is told. */
  const end = async (lifecycle: LifecycleRepository, run: LifecycleRunRecord, state: 'done' | 'failed') => {
    const summary = summaryOf(run, await lifecycle.tally(run.id));
    await lifecycle.update(run.id, { state, summary, completedAt: clock.now() });
  };

  return {
    concurrency,
    async run({ tenant, kind, ref }, lease) {
      const own = records.forTenant(tenant);
      const key = { kind, ref };
      const found = await own.lifecycle.get(ref);
      if (!found || found.completedAt) return own.outbox.done(key, lease);
      const steps = { ...dependencies, tenant, stillOurs: keeping(own, key, lease) };
      const run = found.state === 'planning' ? await planRun(own, found, steps) : found;
      if (!run.dryRun) await applyRun(own, run, steps);
      await own.transaction(async ({ lifecycle, outbox }) => {
        await end(lifecycle, run, 'done');
        await outbox.done(key, lease);
      });
    },
    async abandon({ ref }, _error, { lifecycle }) {
      const run = await lifecycle.get(ref);
      if (run && !run.completedAt) await end(lifecycle, run, 'failed');
    },
  };
}
