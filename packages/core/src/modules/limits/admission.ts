import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Limits } from '@hippocamp/shared/schemas/limits';
import type { RateLimiter } from '../../ports/rate-limiter.js';
import type { SentLine } from '../transfer/read-line.js';
import type { Places } from './places.js';
import type { Quota } from './quota.js';

export const refusals = [
  'requests',
  'rate',
  'concurrency',
  'ingests',
  'memories',
  'bytes',
  'event_loop',
  'pool',
] as const;
export type Refusal = (typeof refusals)[number];

export interface Asking {
  tenant: TenantId;
  /** Undefined without a key. */
  key?: string | undefined;
  /** The quota that the request adds to. */
  adds?: 'memories' | 'ingests' | 'bytes' | undefined;
}

export interface Standing {
  policy: 'requests' | 'key' | 'ingests';
  quota: number;
  window: number;
  remaining: number;
  /** ms */
  resetIn: number;
}

/** Refuses requests before they cost anything. */
export interface Admission {
  /** Throws the problem, or answers a function to call at the end of the request. `tell` gets each rate limit. */
  admit(asking: Asking, tell: (standing: Standing) => void): Promise<() => void>;
  /** Lines of an import until the quota is reached. */
  withinQuota(tenant: TenantId, lines: AsyncIterable<SentLine>): AsyncIterable<SentLine>;
}

export interface AdmissionDependencies {
  limits(tenant: TenantId): Limits;
  limiter: RateLimiter;
  places: Places;
  quota: Quota;
  /** The resource of this process that is overloaded now. */
  overload(): 'event_loop' | 'pool' | null;
  onRefused(tenant: TenantId, reason: Refusal): void;
}

const DAY_SECONDS = 86_400;

const subjects = { requests: 'This tenant', key: 'This key', ingests: 'This tenant' } as const;
const acts = { requests: 'send', key: 'send', ingests: 'ingest' } as const;

const tooMany = ({ policy, quota, window, resetIn }: Standing) =>
  new Problem(
    'too-many-requests',
    `${subjects[policy]} may ${acts[policy]} ${quota} ${policy === 'ingests' ? 'texts' : 'requests'} in ${window} s. Wait as long as Retry-After says, or ask the operator of the service for more.`,
    { retryAfter: resetIn / 1000 },
  );

const tooManyAtOnce = (most: number) =>
  new Problem(
    'too-many-requests',
    `${most} requests are answered at once, and none of them ended in time. Send fewer at a time.`,
    { retryAfter: 1 },
  );

const overloaded = () =>
  new Problem('overloaded', 'This process has more to do than it can. Nothing was kept.', { retryAfter: 2 });

/** Requests that a process answers at once, of all and of one tenant: each holds its body meanwhile. */
const [UNDER_WAY, OF_TENANT] = [4000, 1000];

/** The window in seconds: a burst divided by the rate. */
const windowOf = ({ requestsPerSecond, requestBurst }: Limits) =>
  Math.max(1, Math.ceil(requestBurst / Math.max(1, requestsPerSecond)));

export function createAdmission(dependencies: AdmissionDependencies): Admission {
  const { limits, limiter, places, quota, overload, onRefused } = dependencies;

  const refuse = (tenant: TenantId, reason: Refusal, problem: Problem): never => {
    onRefused(tenant, reason);
    throw problem;
  };

  const underWay = new Map<TenantId | null, number>();
  /** Answers a function that ends the count. */
  const begin = (tenant: TenantId) => {
    const count = (change: number) => {
      for (const counted of [tenant, null]) {
        const left = (underWay.get(counted) ?? 0) + change;
        if (left > 0) underWay.set(counted, left);
        else underWay.delete(counted);
      }
    };
    count(1);
    return () => count(-1);
  };
  const tooMuch = (tenant: TenantId): Refusal | null => {
    const isCrowded = (underWay.get(null) ?? 0) >= UNDER_WAY || (underWay.get(tenant) ?? 0) >= OF_TENANT;
    return overload() ?? (isCrowded ? 'requests' : null);
  };

  return {
    withinQuota: (tenant, lines) => quota.within(tenant, limits(tenant), lines),
    async admit({ tenant, key, adds }, tell) {
      const own = limits(tenant);
      const who = key === undefined ? tenant : `${tenant}/${key}`;
      const reason = tooMuch(tenant);
      if (reason) refuse(tenant, reason, overloaded());
      const taken = [begin(tenant)];
      const leave = () => {
        for (const giveBack of taken) giveBack();
      };

      const count = async (policy: Standing['policy'], name: string, most: number, window: number) => {
        if (most === 0) return;
        const { count: counted, resetIn } = await limiter.count(`${policy}/${name}`, window);
        const standing = { policy, quota: most, window, remaining: Math.max(0, most - counted), resetIn };
        tell(standing);
        if (counted > most) refuse(tenant, policy === 'ingests' ? 'ingests' : 'rate', tooMany(standing));
      };

      const place = async (name: string, most: number) => {
        if (most === 0) return () => undefined;
        return (await places.take(name, most)) ?? refuse(tenant, 'concurrency', tooManyAtOnce(most));
      };

      try {
        const seconds = windowOf(own);
        if (key !== undefined) await count('key', who, own.keyRequestsPerSecond, 1);
        await count('requests', tenant, own.requestsPerSecond * seconds, seconds);
        taken.push(await place(tenant, own.concurrentRequests));
        if (key !== undefined) taken.push(await place(who, own.keyConcurrentRequests));
        if (adds) await quota.check(tenant, own, adds);
        if (adds === 'ingests') await count('ingests', tenant, own.ingestsPerDay, DAY_SECONDS);
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
  };
}
