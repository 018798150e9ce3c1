import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { JobQueue } from '../../ports/job-queue.js';
import type { Log } from '../../ports/log.js';
import type { Records } from '../../ports/records.js';
import { jobOf, type Starting } from './starting.js';

/** Tenants that one call looks at; the others come with the next. */
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
      log.info({ tenant, error: String(error) }, 'no lifecycle run started');
      return false;
    }
    // Where the bell is lost the sweeper finds the row.
    await queue.ring(jobOf(tenant, run)).catch(() => undefined);
    return true;
  };

  const tenants = await records.tenantsDue(clock.now(), TENANTS_AT_ONCE);
  let started = 0;
  for (const tenant of tenants) if (await start(tenant)) started += 1;
  return started;
}
