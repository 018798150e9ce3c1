import { defaultPolicies } from '@hippocamp/core/modules/policies';
import { type Records, RecordsUnavailable, type RetentionKind } from '@hippocamp/core/ports/records';
import { NOON } from '@hippocamp/core/testing/builders';
import { expect, test, vi } from 'vitest';
import { prune } from './workers.js';

test('a kind that cannot be pruned keeps none of the others from it, and its error is told without text', async () => {
  const pruned: RetentionKind[] = [];
  const records = {
    async prune(before: Partial<Record<RetentionKind, Date>>) {
      const kinds = Object.keys(before) as RetentionKind[];
      if (kinds.includes('artifacts')) throw new Error('canary');
      pruned.push(...kinds);
      return Object.fromEntries(kinds.map((kind) => [kind, kind === 'history' ? 3 : 0]));
    },
  } as unknown as Records;
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  await prune({ records, clock: { now: () => NOON }, log, policies: defaultPolicies });
  expect(pruned.sort()).toEqual(['dryRuns', 'history', 'idempotencyKeys', 'ingests', 'lifecycleRuns', 'reviews']);
  expect(log.info).toHaveBeenCalledWith({ removed: expect.objectContaining({ history: 3 }) }, 'pruned');
  expect(log.warn).toHaveBeenCalledWith(expect.objectContaining({ kind: 'artifacts' }), expect.any(String));
  expect(JSON.stringify(log.warn.mock.calls)).not.toContain('canary');
});

test('a kind that takes too long keeps none of the others from it, while an outage ends the round', async () => {
  const pruned: RetentionKind[] = [];
  const state = { up: true };
  const records = {
    async ping() {
      if (!state.up) throw new RecordsUnavailable(null, { timedOut: true });
    },
    async prune(before: Partial<Record<RetentionKind, Date>>) {
      if (before.ingests) throw new RecordsUnavailable(null, { timedOut: true });
      pruned.push(...(Object.keys(before) as RetentionKind[]));
      return {};
    },
  } as unknown as Records;
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const round = () => prune({ records, clock: { now: () => NOON }, log, policies: defaultPolicies });
  await round();
  expect(pruned).toEqual(['idempotencyKeys', 'reviews', 'artifacts', 'history', 'lifecycleRuns', 'dryRuns']);
  expect(log.warn).toHaveBeenCalledWith(expect.objectContaining({ kind: 'ingests' }), expect.any(String));
  pruned.length = 0;
  state.up = false;
  await expect(round()).rejects.toBeInstanceOf(RecordsUnavailable);
  expect(pruned).toEqual(['idempotencyKeys']);
});

test('events are removed where a retention of theirs is set', async () => {
  const prunedBefore: Partial<Record<RetentionKind, Date>> = {};
  const records = { prune: async (before: object) => Object.assign(prunedBefore, before) && {} } as unknown as Records;
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  await prune({ records, clock: { now: () => NOON }, log, policies: { ...defaultPolicies, eventRetention: 1000 } });
  expect(prunedBefore.events).toEqual(new Date(NOON.getTime() - 1000));
});
