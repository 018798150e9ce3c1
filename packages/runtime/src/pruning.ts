import type { Policies } from '@hippocamp/core/modules/policies';
import type { Clock } from '@hippocamp/core/ports/clock';
import type { Log } from '@hippocamp/core/ports/log';
import type { Records } from '@hippocamp/core/ports/records';

/** Removes what is past its retention. */
export async function prune(dependencies: {
  records: Records;
  clock: Clock;
  log: Log;
  policies: Policies;
}): Promise<void> {
  const { records, clock, log, policies } = dependencies;
  const idempotencyKeys = new Date(clock.now().getTime() - policies.idempotencyRetention);
  const removed = await records.prune({ idempotencyKeys });
  if (Object.values(removed).some((count) => count > 0)) log.info({ removed }, 'pruned');
}
