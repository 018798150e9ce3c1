import { describe, expect, it } from 'vitest';
import type { ActionRecord, LifecycleRepository } from '../../ports/records.js';
import { NOON, sequentialIds } from '../../testing/builders.js';
import { ACTIONS_AT_ONCE, detailsOf } from './run-details.js';

const ids = sequentialIds();
const run = {
  ...{ id: ids.next(), triggeredBy: 'test', dryRun: true, state: 'done' as const, memories: 0, summary: null },
  ...{ errors: [], createdAt: NOON, completedAt: NOON, undoneAt: null },
};
const all: ActionRecord[] = Array.from({ length: 2 * ACTIONS_AT_ONCE + 7 }, () => ({
  ...{ memoryId: ids.next(), action: 'expired', state: 'planned', fromTier: 'short_term', toTier: null, reason: 'old' },
  ...{ groupId: null, plannedVersion: 1, plannedAccessCount: 0, fromTierSince: NOON },
  ...{ appliedVersion: null, resultMemoryId: null },
}));

describe('what a run changed', () => {
  const limits: number[] = [];
  const actions: LifecycleRepository['actions'] = async (_run, { after, limit = all.length }) => {
    limits.push(limit);
    const from = after === undefined ? 0 : all.findIndex(({ memoryId }) => memoryId === after) + 1;
    return all.slice(from, from + limit);
  };
  const found = async (after: string | undefined, limit: number) =>
    (await detailsOf({ actions }, run, { after, limit })).map(({ memoryId }) => memoryId);

  it.each([1, ACTIONS_AT_ONCE - 1, ACTIONS_AT_ONCE, ACTIONS_AT_ONCE + 1, 2 * ACTIONS_AT_ONCE + 7, 100_000])(
    'is read in parts, of which %i are answered',
    async (limit) => {
      limits.length = 0;
      const memoryIds = all.map(({ memoryId }) => memoryId);
      expect(await found(undefined, limit)).toEqual(memoryIds.slice(0, limit));
      expect(await found(memoryIds[2], limit)).toEqual(memoryIds.slice(3, 3 + limit));
      expect(Math.max(...limits)).toBeLessThanOrEqual(ACTIONS_AT_ONCE);
      expect(Math.min(...limits)).toBeGreaterThan(0);
    },
  );
});
