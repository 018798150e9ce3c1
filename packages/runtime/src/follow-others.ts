import { isOutage } from '@hippocamp/core/modules/idempotency/run-once';
import type { TenantSettings } from '@hippocamp/core/modules/limits/tenant-settings';
import { type Log, withoutText } from '@hippocamp/core/ports/log';
import type { VectorIndex } from '@hippocamp/core/ports/vector-index';
import type { EmbedderInUse } from './embedder-in-use.js';

/** ms until every process has noticed a change. */
const LOOK_EVERY = 1000;

/** Follows changes by other processes: the embedder and the tenants' settings. Returns the stop. */
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
  /** The watch reports an engine that is away; other errors are logged once until they pass. */
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
