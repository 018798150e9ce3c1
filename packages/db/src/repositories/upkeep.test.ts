/** @module-tag long */
import { newMemory, quietLog, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { migrate } from '@hippocamp/db/engine/migrate';
import { type TestEngine, testEngines } from '@hippocamp/db/engine/testing/engines';
import { PrismaClient } from '@hippocamp/db/generated/client';
import { createRecords } from '@hippocamp/db/records';
import { stepsTaken } from '@hippocamp/db/repositories/testing/plans';
import { countAllMemories } from '@hippocamp/db/repositories/upkeep';
import { PrismaPg } from '@prisma/adapter-pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROWS = 4000;
const MOST = 100;

describe.each(testEngines)('the counts of a large table, on $kind,', ({ available, open }) => {
  let opened: TestEngine;
  let client: PrismaClient;
  const runs = test.skipIf(!available);

  beforeAll(async () => {
    if (!available) return;
    opened = await open();
    const { pool, kind } = opened.engine;
    await migrate(pool);
    const records = await createRecords({ pool, kind, log: quietLog });
    const ids = sequentialIds();
    for (const tenant of ['one', 'two']) {
      const { memories } = records.forTenant(tenantNamed(tenant));
      const rows = Array.from({ length: ROWS / 2 }, () => newMemory(ids.next()));
      await memories.insert(rows);
      // The last rows are unindexed, where a scan of the table comes last.
      await memories.markIndexed(
        rows.slice(0, -10).map(({ id }) => ({ id, version: 1, indexEpoch: 0, embeddingId: null })),
      );
    }
    await records.close();
    await pool.query('vacuum analyze memories');
    client = new PrismaClient({ adapter: new PrismaPg(pool) });
  });
  afterAll(async () => {
    await client?.$disconnect();
    await opened?.close();
  });

  runs('are exact as far as rows are counted', async () => {
    expect(await countAllMemories(client, ROWS + 1)).toEqual({ memories: ROWS, unindexed: 20 });
  });

  runs('are estimates above it, and at least what was counted', async () => {
    const { memories, unindexed } = await countAllMemories(client, MOST);
    expect(memories).toBeGreaterThan(ROWS * 0.9);
    expect(memories).toBeLessThan(ROWS * 1.1);
    expect(unindexed).toBe(20);
    expect((await countAllMemories(client, 5)).unindexed).toBeGreaterThanOrEqual(5);
  });

  runs('are read without going through the table', async () => {
    const steps = await stepsTaken(opened.engine.pool, () => countAllMemories(client, MOST));
    expect(steps.map(({ index }) => index)).toContain('memories_unindexed_idx');
    const read = steps.filter(({ name, index }) => name === 'Seq Scan' || index !== undefined);
    for (const step of read) expect(step.read).toBeLessThanOrEqual(MOST);
  });
});
