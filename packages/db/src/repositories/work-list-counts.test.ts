import { jobKinds } from '@hippocamp/core/ports/job-queue';
import type { OutboxKey } from '@hippocamp/core/ports/records';
import { minutesAfter, NOON, quietLog, tenantNamed } from '@hippocamp/core/testing/builders';
import { migrate } from '@hippocamp/db/engine/migrate';
import { type TestEngine, testEngines } from '@hippocamp/db/engine/testing/engines';
import { PrismaClient } from '@hippocamp/db/generated/client';
import { createRecords } from '@hippocamp/db/records';
import { stepsTaken } from '@hippocamp/db/repositories/testing/plans';
import { countJobs } from '@hippocamp/db/repositories/work-list';
import { PrismaPg } from '@prisma/adapter-pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROWS = 4000;
const MOST = 100;

describe.each(testEngines)('the counts of a large work list, on $kind,', ({ available, open }) => {
  let opened: TestEngine;
  let client: PrismaClient;
  const runs = test.skipIf(!available);
  const ofIndex = async (most: number) => (await countJobs(client, NOON, most)).find(({ kind }) => kind === 'index');

  beforeAll(async () => {
    if (!available) return;
    opened = await open();
    const { pool, kind } = opened.engine;
    await migrate(pool);
    const records = await createRecords({ pool, kind, log: quietLog });
    const keys = Array.from({ length: ROWS }, (_, index): OutboxKey => ({ kind: 'index', ref: `ref ${index}` }));
    for (const tenant of ['living', 'dead']) {
      await records.forTenant(tenantNamed(tenant)).outbox.enqueue(keys, minutesAfter(-1), NOON);
    }
    await records.close();
    await pool.query("update outbox set dead_at = due_at where tenant_id = 'dead'");
    client = new PrismaClient({ adapter: new PrismaPg(pool) });
  });
  afterAll(async () => {
    await client?.$disconnect();
    await opened?.close();
  });

  runs('are exact as far as rows are counted', async () => {
    expect(await ofIndex(ROWS)).toEqual({ kind: 'index', waiting: ROWS, dead: ROWS, oldestSeconds: 60 });
  });

  runs('stay at the bound above it, and are read without going through the table', async () => {
    expect(await ofIndex(MOST)).toEqual({ kind: 'index', waiting: MOST, dead: MOST, oldestSeconds: 60 });
    const steps = await stepsTaken(opened.engine.pool, () => countJobs(client, NOON, MOST));
    const read = steps.filter(({ name, index }) => name === 'Seq Scan' || index !== undefined);
    expect(read.map(({ index }) => index)).toContain('outbox_due_idx');
    // The plan reports rows as rounded averages over the kinds.
    for (const step of read) expect(step.read).toBeLessThanOrEqual(MOST + jobKinds.length);
  });
});
