import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { JobQueue } from '../../ports/job-queue.js';
import type { Log } from '../../ports/log.js';
import type { Records } from '../../ports/records.js';
import { describeFailure } from '../outbox/describe-failure.js';
import { jobOf, type Starting } from './starting.js';

/** Tenants read together. */
const TENANTS_AT_ONCE = 1000;

/** Starts a run for every tenant where a rule could fit by now and none is under way. Answers how many. */
export async function startDueRuns(dependencies: {
  records: Records;
  queue: JobQueue;
  clock: Clock;
  log: Log;
  starting: Starting;
}): Promise<number> {
  const { records, queue, clock, log, starting } = dependencies;

  const start = async (tenant: TenantId): Promise<boolean> => {
    const run = starting.newRun({ dryRun: false, triggeredBy: 'schedule' });
    try {
      await records.forTenant(tenant).transaction((repositories) => starting.accept(repositories, run));
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
  for (let after: TenantId | null = null; ; ) {
    const tenants: TenantId[] = await records.tenantsDue(now, after, TENANTS_AT_ONCE);
    for (const tenant of tenants) if (await start(tenant)) started += 1;
    if (tenants.length < TENANTS_AT_ONCE) return started;
    after = tenants.at(-1) ?? null;
  }
}
