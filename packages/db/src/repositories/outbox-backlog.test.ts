/** @module-tag long */
import type { OutboxKey } from '@hippocamp/core/ports/records';
import { minutesAfter, NOON, quietLog, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { migrate } from '@hippocamp/db/engine/migrate';
import { type TestEngine, testEngines } from '@hippocamp/db/engine/testing/engines';
import { createRecords } from '@hippocamp/db/records';
import { stepsOfEach } from '@hippocamp/db/repositories/testing/plans';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const BACKLOG = 20_000;
const TENANTS = 60;
const LIMIT = 100;

const keys = (kind: OutboxKey['kind'], count: number) =>
  Array.from({ length: count }, (_, index): OutboxKey => ({ kind, ref: `ref ${index}` }));

describe.each(testEngines)('with a backlog of one tenant, on $kind,', ({ available, open }) => {
  let opened: TestEngine;
  let records: Awaited<ReturnType<typeof createRecords>>;
  const runs = test.skipIf(!available);
  const own = (tenant: string) => records.forTenant(tenantNamed(tenant)).outbox;
  const ids = sequentialIds();
  const lease = () => ({ token: ids.next(), now: NOON, until: minutesAfter(1) });

  /** Each step reads few rows, and only by this index. */
  const expectFewRead = async (index: string, work: () => Promise<unknown>) => {
    const read = (await stepsOfEach(opened.engine.pool, work))
      .flat()
      .filter(({ name, index: used }) => name.startsWith('Seq') || used !== undefined);
    expect(new Set(read.map(({ name, index: used }) => used ?? name))).toContain(index);
    expect(read.map(({ name }) => name)).not.toContain('Seq Scan');
    expect(read.reduce((sum, step) => sum + step.read, 0)).toBeLessThan(8 * LIMIT);
  };

  beforeAll(async () => {
    if (!available) return;
    opened = await open();
    await migrate(opened.engine.pool);
    records = await createRecords({ pool: opened.engine.pool, kind: opened.engine.kind, log: quietLog });
    // The large tenant stands in the middle, with another kind of job and as many given up.
    await own('m-large').enqueue(keys('index', BACKLOG), NOON, minutesAfter(-9));
    await own('m-large').enqueue(keys('vocabulary', BACKLOG), NOON, minutesAfter(-9));
    await own('n-dead').enqueue(keys('index', BACKLOG), NOON, minutesAfter(-9));
    await opened.engine.pool.query("update outbox set dead_at = due_at where tenant_id = 'n-dead'");
    for (let index = 0; index < TENANTS; index += 1) {
      await own(`${index % 2 ? 'a' : 'z'}-${index}`).enqueue(keys('index', 2), NOON, minutesAfter(-1));
    }
  });
  afterAll(async () => {
    await records?.close();
    await opened?.close();
  });

  describe.each(['before the planner knows of it', 'once the planner knows of it'])('%s', (when) => {
    beforeAll(async () => {
      if (available && when.startsWith('once')) await opened.engine.pool.query('analyze');
    });

    runs('what is due is read row by row', async () => {
      for (let look = 0; look < 5; look += 1) {
        await expectFewRead('outbox_due_idx', () => records.outbox.due('index', NOON, LIMIT));
        await expectFewRead('outbox_due_idx', () => records.outbox.due('ingest', NOON, LIMIT));
      }
      const due = await records.outbox.due('index', NOON, LIMIT);
      expect(new Set(due.map(({ tenant }) => tenant)).size).toBe(TENANTS + 1);
    });

    runs('more of it is leased without reading all', () =>
      expectFewRead('outbox_due_idx', () => own('m-large').leaseMore('index', lease(), 20)),
    );

    runs('a lease is found among it', () => {
      const held = lease();
      const job = { tenant: tenantNamed('m-large'), kind: 'index' as const, ref: 'ref 1' };
      return expectFewRead('outbox_lease_idx', () => records.outbox.renew(job, held));
    });
  });
});
