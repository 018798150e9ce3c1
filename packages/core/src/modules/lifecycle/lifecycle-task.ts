import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { LifecycleError } from '@hippocamp/shared/schemas/lifecycle';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { JobKey } from '../../ports/job-queue.js';
import type { Log } from '../../ports/log.js';
import type { Lease, LifecycleRunRecord, Records, TenantRecords } from '../../ports/records.js';
import type { Facts } from '../facts/facts.js';
import type { Indexing } from '../indexing/index-memories.js';
import type { OutboxTask } from '../outbox/outbox-worker.js';
import type { Policies } from '../policies.js';
import { applyRun } from './apply.js';
import type { DistilDependencies } from './distil-ahead.js';
import { summaryOf } from './lifecycle-answer.js';
import { planRun } from './plan.js';
import type { AgeingRules } from './rules.js';

export interface LifecycleTaskDependencies extends DistilDependencies {
  records: Records;
  indexing: Indexing;
  facts: Facts;
  ageing: AgeingRules;
  policies: Policies;
  clock: Clock;
  ids: Ids;
  log: Log;
  concurrency: number;
}

/** Kept on the run; more than these say nothing new. */
const ERRORS = 1000;

/** Plan, apply, report. Each step continues from what the one before wrote down. */
export function createLifecycleTask(dependencies: LifecycleTaskDependencies): OutboxTask {
  const { records, clock, concurrency } = dependencies;

  /** Keeps the lease as long as the work takes. */
  const keeping = (own: TenantRecords, ref: string, lease: Lease) => {
    const length = lease.until.getTime() - lease.now.getTime();
    return async () => {
      const now = clock.now();
      const until = new Date(now.getTime() + length);
      if (await own.outbox.extend({ kind: 'lifecycle', ref }, { ...lease, now, until })) return;
      throw new Error('another worker has taken the run over');
    };
  };

  const plan = async (
    own: TenantRecords,
    run: LifecycleRunRecord,
    tenant: TenantId,
    stillOurs: () => Promise<void>,
  ): Promise<LifecycleRunRecord> => {
    const memories = await own.memories.count({ includeArchived: true, includeSuperseded: true });
    await planRun(own, run, { ...dependencies, tenant, stillOurs });
    const changes = { state: run.dryRun ? ('planning' as const) : ('applying' as const), memories };
    await own.lifecycle.update(run.id, changes);
    return { ...run, ...changes };
  };

  const apply = async (
    own: TenantRecords,
    run: LifecycleRunRecord,
    tenant: TenantId,
    stillOurs: () => Promise<void>,
  ): Promise<void> => {
    const errors: LifecycleError[] = [...run.errors];
    await applyRun(own, run, {
      ...dependencies,
      tenant,
      stillOurs,
      async onError(error) {
        if (errors.length < ERRORS) errors.push(error);
        await own.lifecycle.update(run.id, { errors });
      },
    });
  };

  const end = async (own: TenantRecords, run: LifecycleRunRecord, job: JobKey, lease: Lease) => {
    const tally = await own.lifecycle.tally(run.id);
    await own.transaction(async ({ lifecycle, outbox }) => {
      await lifecycle.update(run.id, { state: 'done', summary: summaryOf(run, tally), completedAt: clock.now() });
      await outbox.done({ kind: 'lifecycle', ref: job.ref }, lease);
    });
  };

  return {
    concurrency,
    async run(job, lease) {
      const own = records.forTenant(job.tenant);
      const found = await own.lifecycle.get(job.ref);
      if (!found || found.completedAt) return own.outbox.done({ kind: 'lifecycle', ref: job.ref }, lease);
      const stillOurs = keeping(own, job.ref, lease);
      const run = found.state === 'planning' ? await plan(own, found, job.tenant, stillOurs) : found;
      if (!run.dryRun) await apply(own, run, job.tenant, stillOurs);
      await end(own, run, job, lease);
    },
    async abandon({ ref }, _error, { lifecycle }) {
      const run = await lifecycle.get(ref);
      if (!run || run.completedAt) return;
      // What was done until then stays done, and is told.
      const summary = summaryOf(run, await lifecycle.tally(ref));
      await lifecycle.update(ref, { state: 'failed', summary, completedAt: clock.now() });
    },
  };
}
