import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { LifecycleRequest } from '@hippocamp/shared/schemas/lifecycle';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { JobKey } from '../../ports/job-queue.js';
import type { LifecycleRunRecord, Records, TenantRepositories } from '../../ports/records.js';
import type { Idempotency } from '../caller.js';
import { SWEEP_AFTER } from '../outbox/follow-job.js';

const alreadyRunning = () =>
  new Problem('conflict', 'A lifecycle run of this tenant is under way. Wait for it, or send dryRun: true.', {
    retryAfter: 5,
  });

export const notRung = (cause: unknown) =>
  new Problem('dependency-unavailable', 'The job queue does not answer, and nothing was kept.', {
    retryAfter: 5,
    cause,
    part: 'queue',
  });

export const jobOf = (tenant: TenantId, run: LifecycleRunRecord): JobKey => ({
  tenant,
  kind: 'lifecycle',
  ref: run.id,
});

/** How a run comes into the work list, and out of it again. */
export interface Starting {
  newRun(request: LifecycleRequest): LifecycleRunRecord;
  /** Throws conflict where a real run is under way and this is one too. */
  accept(repositories: TenantRepositories, run: LifecycleRunRecord): Promise<void>;
  /** Keeps nothing of it. False where a worker has it already: then the queue is back, and the run goes on. */
  withdraw(tenant: TenantId, run: LifecycleRunRecord, idempotency: Idempotency | undefined): Promise<boolean>;
}

export function createStarting({ records, clock, ids }: { records: Records; clock: Clock; ids: Ids }): Starting {
  return {
    newRun: ({ dryRun, triggeredBy }) => ({
      id: ids.next(),
      triggeredBy,
      dryRun,
      state: 'planning',
      memories: 0,
      summary: null,
      errors: [],
      createdAt: clock.now(),
      completedAt: null,
      undoneAt: null,
    }),

    async accept({ lifecycle, outbox }, run) {
      if (!(await lifecycle.start(run))) throw alreadyRunning();
      const sweepAt = new Date(run.createdAt.getTime() + SWEEP_AFTER);
      await outbox.ring([{ kind: 'lifecycle', ref: run.id }], run.createdAt, sweepAt);
    },

    withdraw: (tenant, run, idempotency) =>
      records.forTenant(tenant).transaction(async ({ lifecycle, outbox, idempotency: keys }) => {
        if (!(await outbox.withdraw({ kind: 'lifecycle', ref: run.id }))) return false;
        await lifecycle.withdraw(run.id);
        if (idempotency) await keys.release(idempotency.key);
        return true;
      }),
  };
}
