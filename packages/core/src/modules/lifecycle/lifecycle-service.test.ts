import type { TenantId } from '@hippocamp/shared/schemas/common';
import { expect, test, vi } from 'vitest';
import type { JobQueue } from '../../ports/job-queue.js';
import type { Records } from '../../ports/records.js';
import { NOON, tenantNamed } from '../../testing/builders.js';
import { defaultPolicies } from '../policies.js';
import { createLifecycleService, type LifecycleServiceDependencies, startDueRuns } from './lifecycle-service.js';

const TENANTS = 2500;
const tenants = Array.from({ length: TENANTS }, (_, at) => tenantNamed(`tenant-${String(at).padStart(4, '0')}`));
const fails = (tenant: TenantId) => tenant.endsWith('7');

test('every tenant that is due is tried once, those whose run does not start too, and no text is told', async () => {
  const tried: TenantId[] = [];
  const records = {
    tenantsDue: async (_now: Date, after: TenantId | null, limit: number) =>
      tenants.filter((tenant) => after === null || tenant > after).slice(0, limit),
    forTenant: (tenant: TenantId) => ({
      async transaction() {
        tried.push(tenant);
        if (fails(tenant)) throw Object.assign(new Error('canary'), { name: 'PrismaClientKnownRequestError' });
      },
    }),
  } as unknown as Records;
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const started = await startDueRuns({
    records,
    queue: { enqueue: async () => undefined } as unknown as JobQueue,
    clock: { now: () => NOON },
    log,
    ids: { next: () => 'a run' },
  });
  expect(tried).toEqual(tenants);
  expect(started).toBe(TENANTS - tenants.filter(fails).length);
  expect(JSON.stringify(log.info.mock.calls)).not.toContain('canary');
});

test('runs that the queue does not take wait for the sweeper, which is told once for all', async () => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const started = await startDueRuns({
    records: {
      tenantsDue: async (_now: Date, after: TenantId | null) => (after === null ? tenants.slice(0, 3) : []),
      forTenant: () => ({ transaction: async () => undefined }),
    } as unknown as Records,
    queue: { enqueue: () => Promise.reject(new Error('away')) } as unknown as JobQueue,
    clock: { now: () => NOON },
    log,
    ids: { next: () => 'a run' },
  });
  expect(started).toBe(3);
  expect(log.warn.mock.calls).toEqual([[{ runs: 3, error: 'away' }, 'lifecycle runs wait for the sweeper']]);
});

test.each([
  ['were not kept', [], true],
  ['are there', [{ memoryId: 'm', action: 'promoted', resultMemoryId: null }], undefined],
])('a dry run tells of details that %s', async (_which, actions, cut) => {
  const summary = { expired: 0, promoted: 1, distilled: 0, archived: 0, unchanged: 0 };
  const run = { id: 'r', dryRun: true, state: 'done', summary, errors: [], createdAt: NOON, completedAt: NOON };
  const lifecycle = { get: async () => run, actions: async () => actions };
  const service = createLifecycleService({
    records: { forTenant: () => ({ lifecycle }) },
    policies: defaultPolicies,
  } as unknown as LifecycleServiceDependencies);
  const caller = { tenant: tenantNamed('acme'), scopes: new Set<never>(), requestId: 'test' };
  const answer = await service.get(caller, 'r', { limit: 10 });
  expect([answer.summary.promoted, answer.details.length, answer.detailsTruncated]).toEqual([1, actions.length, cut]);
});
