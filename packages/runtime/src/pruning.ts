import type { Policies } from '@hippocamp/core/modules/policies';
import type { Clock } from '@hippocamp/core/ports/clock';
import type { Log } from '@hippocamp/core/ports/log';
import type { Records } from '@hippocamp/core/ports/records';

const EVERY = 10 * 60_000;

/** Removes what is past its retention, now and then. */
export function startPruning(dependencies: { records: Records; clock: Clock; log: Log; policies: Policies }): {
  stop(): void;
} {
  const { records, clock, log, policies } = dependencies;
  const prune = async () => {
    const idempotencyKeys = new Date(clock.now().getTime() - policies.idempotencyRetention);
    const removed = await records.prune({ idempotencyKeys });
    if (Object.values(removed).some((count) => count > 0)) log.info({ removed }, 'pruned');
  };
  const timer = setInterval(() => {
    prune().catch((error: unknown) => log.warn({ error: String(error) }, 'pruning failed'));
  }, EVERY);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
