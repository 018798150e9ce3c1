import type { ReviewRecord, TenantRecords } from '@hippocamp/core/ports/records';
import {
  minutesAfter,
  newMemory,
  newReview,
  quietLog,
  sequentialIds,
  tenantNamed,
} from '@hippocamp/core/testing/builders';
import type { Engine } from '@hippocamp/db/engine/engine';
import { migrate } from '@hippocamp/db/engine/migrate';
import { openPglite } from '@hippocamp/db/engine/pglite';
import { createRecords } from '@hippocamp/db/records';
import { type Step, stepsTaken } from '@hippocamp/db/repositories/testing/plans';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const REVIEWS = 20;
const OTHERS = 1000;
const ids = sequentialIds();

const lookedUp = (steps: readonly Step[]): number =>
  steps.filter(({ name }) => name === 'Function Scan').reduce((sum, { read }) => sum + read, 0);

describe('open reviews that each name a thousand memories, none of which is there,', () => {
  let engine: Engine;
  let own: TenantRecords;
  let close: () => Promise<void>;

  beforeAll(async () => {
    engine = await openPglite({ folder: 'memory://' });
    await migrate(engine.pool);
    const records = await createRecords({ pool: engine.pool, kind: engine.kind, log: quietLog });
    close = () => records.close();
    own = records.forTenant(tenantNamed('asked'));
    const newer = newMemory(ids.next());
    await own.memories.insert([newer]);
    const reviewOf = (at: number): ReviewRecord => ({
      ...newReview(ids.next(), { kind: 'replacement', candidate: null, contentHash: null, memoryId: newer.id }),
      otherIds: Array.from({ length: OTHERS }, () => ids.next()),
      createdAt: minutesAfter(at),
    });
    await own.reviews.add(Array.from({ length: REVIEWS }, (_, at) => reviewOf(at)));
  });
  afterAll(async () => {
    await close();
    await engine.close();
  });

  it('cost their count and their list a few look-ups each', async () => {
    expect(lookedUp(await stepsTaken(engine.pool, () => own.reviews.countOpen()))).toBeLessThanOrEqual(10 * REVIEWS);
    const list = () => own.reviews.page({ state: 'open' }, { limit: 20, offset: 0 });
    // Once for the total, and once for the rows.
    expect(lookedUp(await stepsTaken(engine.pool, list))).toBeLessThanOrEqual(20 * REVIEWS);
    expect(await own.reviews.countOpen()).toBe(0);
  });
});
