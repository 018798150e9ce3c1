import { isOutage } from '@hippocamp/core/modules/idempotency/run-once';
import type { TenantSettings } from '@hippocamp/core/modules/limits/tenant-settings';
import { type Log, withoutText } from '@hippocamp/core/ports/log';
import type { VectorIndex } from '@hippocamp/core/ports/vector-index';
import type { EmbedderInUse } from './embedder-in-use.js';

/** ms in which every process has turned to another embedder, and knows what was set for a tenant. */
const LOOK_EVERY = 1000;

/** Looks from time to time what other processes have set: to which embedder the store is turned, and what holds for tenants. Answers how to stop. */
export function followOthers({
  mode,
  embedderInUse,
  tenantSettings,
  index,
  log,
}: {
  mode: 'embedded' | 'production';
  embedderInUse: EmbedderInUse;
  tenantSettings: Pick<TenantSettings, 'refresh'>;
  index: Pick<VectorIndex, 'ensure'>;
  log: Log;
}): () => void {
  // A folder has one process, which knows what it set.
  if (mode === 'embedded') return () => undefined;
  let logged = false;
  const turn = async () => {
    if (!(await embedderInUse.follow())) return;
    const { id, dimensions } = embedderInUse.embedder;
    await index.ensure({ id, dimensions });
  };
  let looking = false;
  const look = async () => {
    if (looking) return;
    looking = true;
    await Promise.all([turn(), tenantSettings.refresh()]).finally(() => {
      looking = false;
    });
  };
  /** An engine that is away is told of by its watch, and anything else once until it has passed. */
  const tell = (error: unknown) => {
    if (logged || isOutage(error)) return;
    logged = true;
    log.warn(withoutText(error), 'what other processes set is not known');
  };
  const passed = () => {
    logged = false;
  };
  const timer = setInterval(() => void look().then(passed, tell), LOOK_EVERY);
  timer.unref();
  return () => clearInterval(timer);
}
