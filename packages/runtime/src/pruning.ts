import { isOutage } from '@hippocamp/core/modules/idempotency/certainly';
import type { Policies } from '@hippocamp/core/modules/policies';
import type { Clock } from '@hippocamp/core/ports/clock';
import { type Log, withoutText } from '@hippocamp/core/ports/log';
import type { Records, RetentionKind } from '@hippocamp/core/ports/records';

/** How long each kind is kept, ms; null for ever. */
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

/** Removes what is past its retention. A kind that cannot be pruned is told and left to the next time. */
export async function prune(dependencies: {
  records: Records;
  clock: Clock;
  log: Log;
  policies: Policies;
}): Promise<void> {
  const { records, clock, log, policies } = dependencies;
  const now = clock.now().getTime();
  const removed: Partial<Record<RetentionKind, number>> = {};
  for (const [kind, retention] of Object.entries(retentions(policies)) as [RetentionKind, number | null][]) {
    if (retention === null) continue;
    try {
      Object.assign(removed, await records.prune({ [kind]: new Date(now - retention) }));
    } catch (error) {
      // Told once by the watch of the records; the schedule comes round.
      if (isOutage(error)) throw error;
      log.warn({ kind, ...withoutText(error) }, 'could not be pruned');
    }
  }
  if (Object.values(removed).some((count) => count > 0)) log.info({ removed }, 'pruned');
}
