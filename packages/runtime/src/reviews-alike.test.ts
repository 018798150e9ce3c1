import type { Caller } from '@hippocamp/core/modules/caller';
import { createRunOnce } from '@hippocamp/core/modules/idempotency/run-once';
import { createReviewService, type ReviewServiceDependencies } from '@hippocamp/core/modules/reviews/review-service';
import type { TenantRecords } from '@hippocamp/core/ports/records';
import { NOON, newCandidate, newReview, quietLog, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import type { Engine } from '@hippocamp/db/engine/engine';
import { migrate } from '@hippocamp/db/engine/migrate';
import { openPglite } from '@hippocamp/db/engine/pglite';
import { createRecords } from '@hippocamp/db/records';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ALIKE = 1050;
const ids = sequentialIds();
const tenant = tenantNamed('alike');
const caller: Caller = { tenant, scopes: new Set<never>(), requestId: 'test' };

let engine: Engine;
let records: Awaited<ReturnType<typeof createRecords>>;
beforeAll(async () => {
  engine = await openPglite({ folder: 'memory://' });
  await migrate(engine.pool);
  records = await createRecords({ pool: engine.pool, kind: engine.kind, log: quietLog });
});
afterAll(async () => {
  await records.close();
  await engine.close();
});

/** Tells how many reviews each transaction decided. */
const counted = (own: TenantRecords, decided: number[]): TenantRecords => ({
  ...own,
  async transaction(work) {
    const before = await own.reviews.countOpen();
    const result = await own.transaction(work);
    decided.push(before - (await own.reviews.countOpen()));
    return result;
  },
});

it('one verdict decides all open reviews in the same words, some hundred in a transaction', async () => {
  const own = records.forTenant(tenant);
  const candidate = newCandidate('I live in Porto.');
  const alike = Array.from({ length: ALIKE }, () => newReview(ids.next(), { candidate }));
  const other = newReview(ids.next());
  for (let from = 0; from < ALIKE; from += 350) await own.reviews.add(alike.slice(from, from + 350));
  await own.reviews.add([other]);
  const decided: number[] = [];
  const clock = { now: () => NOON };
  const service = createReviewService({
    records: { ...records, forTenant: () => counted(own, decided) },
    ...{ clock, ids, runOnce: createRunOnce({ clock, retention: 1 }), indexing: { syncNow: async () => undefined } },
  } as unknown as ReviewServiceDependencies);
  const { result } = await service.reject(caller, alike[500]?.id ?? '');
  expect(result).toMatchObject({ id: alike[500]?.id, state: 'rejected' });
  expect(Math.max(...decided)).toBeLessThanOrEqual(101);
  expect(await own.reviews.countOpen(), 'the other words').toBe(1);
  expect(await own.reviews.get(alike.at(-1)?.id ?? '')).toMatchObject({ state: 'rejected', decidedAt: NOON });
});
