import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.js';
import type { MemoryFilter, Records, TenantRecords } from '../../ports/records.js';

/** Of what passes the filter: with more out of reach than this an answer would hide more than it shows. */
const MOST_OUT_OF_REACH = 0.5;
/** Rows a second that an index takes, where nobody has seen yet how many it takes. */
const USUAL_RATE = 500;
const LONGEST_WAIT = 300;

const TENANTS = 1000;
/** ms; what was seen longer ago tells nothing of this fill. */
const MEMORY = 300_000;

/**
 * How many memories that pass a filter a question cannot look at: they wait for the index, which is being filled, and only
 * `read` of those were read in its place. Rejects with 503 where it is more than half, and says when to come again.
 */
export type Reach = (tenant: TenantId, records: TenantRecords, filter: MemoryFilter, read: number) => Promise<number>;

export function createReach({ clock }: { clock: Clock }): Reach {
  const begun = new LRUCache<TenantId, { waiting: number; at: number }>({ max: TENANTS, ttl: MEMORY });

  /** Rows a second since the fill was first seen. */
  const rateOf = (tenant: TenantId, waiting: number): number => {
    const at = clock.now().getTime();
    const first = begun.get(tenant);
    if (!first || first.waiting < waiting) begun.set(tenant, { waiting, at });
    const rate = first ? (first.waiting - waiting) / Math.max(1, (at - first.at) / 1000) : 0;
    return rate > 0 ? rate : USUAL_RATE;
  };

  return async (tenant, { memories }, filter, read) => {
    const { passing, waiting } = await memories.reach(filter);
    const unreached = Math.max(0, waiting - read);
    const rate = rateOf(tenant, waiting);
    const beyond = unreached - MOST_OUT_OF_REACH * passing;
    if (beyond <= 0) return unreached;
    throw new Problem(
      'dependency-unavailable',
      `The index is being filled: ${unreached} of ${passing} memories cannot be searched yet.`,
      { retryAfter: Math.min(LONGEST_WAIT, Math.max(1, Math.ceil(beyond / rate))) },
    );
  };
}

/** What the questions of one request had to do without, counted once for all of them. */
export interface Shortfall {
  reach(read: number): Promise<number>;
  awaitsVectors(unindexed: number): void;
  counted(): Promise<{ unreached: number; unembedded: number }>;
}

export const createShortfall =
  (records: Records, reach: Reach) =>
  (tenant: TenantId, filter: MemoryFilter): Shortfall => {
    const ofTenant = records.forTenant(tenant);
    let unreached: Promise<number> | undefined;
    let unembedded: Promise<number> | undefined;
    return {
      reach(read) {
        unreached ??= reach(tenant, ofTenant, filter, read);
        return unreached;
      },
      awaitsVectors(unindexed) {
        unembedded ??= ofTenant.memories.unembedded(filter).then((indexed) => indexed + unindexed);
      },
      counted: async () => ({ unreached: (await unreached) ?? 0, unembedded: (await unembedded) ?? 0 }),
    };
  };
