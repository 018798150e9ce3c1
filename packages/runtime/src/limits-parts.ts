import { createLocalRateLimiter, createRedisRateLimiter } from '@hippocamp/adapters/rate-limiter/rate-limiter';
import { type Admission, createAdmission, type Refusal } from '@hippocamp/core/modules/limits/admission';
import { createPlaces } from '@hippocamp/core/modules/limits/places';
import { createQuota } from '@hippocamp/core/modules/limits/quota';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Components } from './components.js';
import { watchLoad } from './load.js';
import type { Settings } from './settings.js';

export interface LimitsParts {
  admission: Admission;
  close(): Promise<void>;
}

/** ms in which refusals for one reason are logged once. */
const QUIET = 60_000;

export interface Told {
  metrics: Pick<Components['metrics'], 'refused'>;
  log: Components['log'];
}

/** Counts each refusal. */
export const createRefusalLog = ({ metrics, log }: Told, line = 'requests are refused') => {
  const loggedAt = new Map<Refusal, number>();
  return (tenant: TenantId, reason: Refusal) => {
    metrics.refused(reason);
    const now = performance.now();
    if (now - (loggedAt.get(reason) ?? Number.NEGATIVE_INFINITY) < QUIET) return;
    loggedAt.set(reason, now);
    log.warn({ reason, tenant }, line);
  };
};

const openLimiter = async ({ engines }: Settings, { log }: Components) =>
  engines.mode === 'production' ? createRedisRateLimiter({ ...engines.redis, log }) : createLocalRateLimiter();

export async function openLimits(settings: Settings, components: Components): Promise<LimitsParts> {
  const { tenantSettings, records, pool, clock } = components;
  const onRefused = createRefusalLog(components);
  const limiter = await openLimiter(settings, components);
  const load = watchLoad({ most: settings.shedDelay, pool });
  const quota = createQuota({ records, clock, onRefused });
  const limits = (tenant: TenantId) => ({ ...settings.limits, ...tenantSettings.of(tenant).limits });
  return {
    admission: createAdmission({ limits, limiter, places: createPlaces(), quota, overload: load.tooMuch, onRefused }),
    async close() {
      load.stop();
      await limiter.close();
    },
  };
}
