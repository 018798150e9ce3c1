import { isProblem, Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Limits } from '@hippocamp/shared/schemas/limits';
import type { Clock } from '../../ports/clock.js';
import type { Holdings, Records } from '../../ports/records.js';
import type { SentLine } from '../transfer/read-line.js';

export interface Quota {
  /** Throws when there is no room for more: of bytes alone, or of memories too. */
  check(tenant: TenantId, limits: Limits, adds?: 'memories' | 'ingests' | 'bytes'): Promise<void>;
  /** The lines end when the quota is reached. */
  within(tenant: TenantId, limits: Limits, lines: AsyncIterable<SentLine>): AsyncIterable<SentLine>;
}

interface QuotaDependencies {
  records: Pick<Records, 'forTenant'>;
  clock: Clock;
  onRefused(tenant: TenantId, reason: 'memories' | 'bytes'): void;
  /** ms for which a total stays known; 0 counts each time. */
  fresh?: number;
}

/** The lifetime of a tenant's cached total, ms. Writes within it may exceed the quota. */
const FRESH = 2000;

const units = {
  memories: 'memories. Delete some, or let the lifecycle archive and expire them',
  bytes: 'bytes of texts and metadata. Delete memories or raw texts (`DELETE /artifacts/{id}`)',
};

const reached = (what: 'memories' | 'bytes', held: number, most: number) =>
  new Problem(
    'quota-reached',
    `This tenant holds ${held} of ${most} ${units[what]}, or ask the operator of the service for more.`,
  );

/** Throws any other error. */
const quotaReached = (error: unknown): Problem => {
  if (isProblem(error) && error.problem === 'quota-reached') return error;
  throw error;
};

export function createQuota({ records, clock, onRefused, fresh = FRESH }: QuotaDependencies): Quota {
  const known = new Map<TenantId, { until: number; holdings: Promise<Holdings> }>();

  const holdingsOf = (tenant: TenantId): Promise<Holdings> => {
    const now = clock.now().getTime();
    const last = known.get(tenant);
    if (last && last.until > now) return last.holdings;
    for (const [other, { until }] of known) if (until <= now) known.delete(other);
    const holdings = records.forTenant(tenant).memories.holdings();
    known.set(tenant, { until: now + fresh, holdings });
    holdings.catch(() => known.delete(tenant));
    return holdings;
  };

  const check: Quota['check'] = async (tenant, limits, adds) => {
    const looked = adds === 'bytes' ? (['bytes'] as const) : (['memories', 'bytes'] as const);
    if (looked.every((what) => limits[what] === 0)) return;
    const holdings = await holdingsOf(tenant);
    for (const what of looked) {
      if (limits[what] === 0 || holdings[what] < limits[what]) continue;
      onRefused(tenant, what);
      throw reached(what, holdings[what], limits[what]);
    }
  };

  return {
    check,
    async *within(tenant, limits, lines) {
      for await (const sent of lines) {
        const refusal = await check(tenant, limits).catch(quotaReached);
        if (refusal) return yield { line: sent.line, stopped: { code: 'quota_reached', message: refusal.detail } };
        yield sent;
      }
    },
  };
}
