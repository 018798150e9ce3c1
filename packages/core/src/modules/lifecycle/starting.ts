import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { LifecycleRequest } from '@hippocamp/shared/schemas/lifecycle';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { JobKey, JobQueue } from '../../ports/job-queue.js';
import type { Log } from '../../ports/log.js';
import type { LifecycleRunRecord, Records, TenantRecords, TenantRepositories } from '../../ports/records.js';
import type { Idempotency } from '../caller.js';
import { describeFailure } from '../outbox/describe-failure.js';
import { SWEEP_AFTER } from '../outbox/follow-job.js';
import { pagesOf } from '../pages-of.js';

/** Tenants read together. */
const TENANTS_AT_ONCE = 1000;

export const jobOf = (tenant: TenantId, run: LifecycleRunRecord): JobKey => ({
  tenant,
  kind: 'lifecycle',
  ref: run.id,
});

export const newRun = (
  { dryRun, triggeredBy }: LifecycleRequest,
  { ids, clock }: { ids: Ids; clock: Clock },
): LifecycleRunRecord => ({
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
});

/** Puts a run on the work list. Throws conflict where a real run is under way and this is one too. */
export async function acceptRun({ lifecycle, outbox }: TenantRepositories, run: LifecycleRunRecord): Promise<void> {
  if (!(await lifecycle.start(run))) {
    const message = 'A lifecycle run of this tenant is under way. Wait for it, or send dryRun: true.';
    throw new Problem('conflict', message, { retryAfter: 5 });
  }
  const sweepAt = new Date(run.createdAt.getTime() + SWEEP_AFTER);
  await outbox.ring([{ kind: 'lifecycle', ref: run.id }], run.createdAt, sweepAt);
}

/** Keeps nothing of a run. False where a worker has it already: then the queue is back, and the run goes on. */
export const withdrawRun = (own: TenantRecords, run: LifecycleRunRecord, idempotency: Idempotency | undefined) =>
  own.transaction(async ({ lifecycle, outbox, idempotency: keys }) => {
    if (!(await outbox.withdraw({ kind: 'lifecycle', ref: run.id }))) return false;
    await lifecycle.withdraw(run.id);
    if (idempotency) await keys.release(idempotency.key);
    return true;
  });

interface StartingDependencies {
  records: Records;
  queue: JobQueue;
  clock: Clock;
  ids: Ids;
  log: Log;
}

/** Starts a run for every tenant where a rule could fit by now and none is under way. Answers how many. */
export async function startDueRuns({ records, queue, clock, ids, log }: StartingDependencies): Promise<number> {
  const start = async (tenant: TenantId): Promise<boolean> => {
    const run = newRun({ dryRun: false, triggeredBy: 'schedule' }, { ids, clock });
    try {
      await records.forTenant(tenant).transaction((repositories) => acceptRun(repositories, run));
    } catch (error) {
      // One is under way, or the database is busy: there is a next time.
      log.info({ tenant, error: describeFailure(error) }, 'no lifecycle run started');
      return false;
    }
    // Where the bell is lost the sweeper finds the row.
    await queue.ring(jobOf(tenant, run)).catch((error: unknown) => {
      log.warn({ tenant, run: run.id, error: describeFailure(error) }, 'a lifecycle run waits for the sweeper');
    });
    return true;
  };

  const now = clock.now();
  let started = 0;
  for await (const tenants of pagesOf(TENANTS_AT_ONCE, (after: TenantId | null) =>
    records.tenantsDue(now, after, TENANTS_AT_ONCE),
  )) {
    for (const tenant of tenants) if (await start(tenant)) started += 1;
  }
  return started;
}
