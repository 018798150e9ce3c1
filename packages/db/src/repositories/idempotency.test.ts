/** @module-tag long */
import { NOON, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { migrate } from '@hippocamp/db/engine/migrate';
import { type TestEngine, testEngines } from '@hippocamp/db/engine/testing/engines';
import { PrismaClient } from '@hippocamp/db/generated/client';
import { createIdempotencyRepository } from '@hippocamp/db/repositories/idempotency';
import { stepsOfEach } from '@hippocamp/db/repositories/testing/plans';
import { PrismaPg } from '@prisma/adapter-pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROWS = 4000;
const MOST = 100;
const tenant = tenantNamed('acme');

describe.each(testEngines)('the keys of a tenant with many, on $kind,', ({ available, open }) => {
  let opened: TestEngine;
  let client: PrismaClient;
  const ids = sequentialIds();
  const mentioned = Array.from({ length: ROWS }, () => ids.next());
  const runs = test.skipIf(!available);

  beforeAll(async () => {
    if (!available) return;
    opened = await open();
    const { pool } = opened.engine;
    await migrate(pool);
    const insert = `insert into idempotency_keys (tenant_id, key, fingerprint, result, mentions, created_at)
      select $1, id, 'a print', '{"text": "what was said"}', array[id::uuid], $2 from unnest($3::text[]) as given (id)`;
    await pool.query(insert, [tenant, NOON, mentioned]);
    await pool.query('vacuum analyze idempotency_keys');
    client = new PrismaClient({ adapter: new PrismaPg(pool) });
  });
  afterAll(async () => {
    await client?.$disconnect();
    await opened?.close();
  });

  runs.each([1, 50])('are not all read to forget those that mention %i memories', async (count) => {
    const { forget } = createIdempotencyRepository(client, tenant);
    const gone = mentioned.splice(0, count);
    const steps = (await stepsOfEach(opened.engine.pool, () => forget(gone))).flat();
    expect(steps.map(({ index }) => index)).toContain('idempotency_keys_mentions_idx');
    for (const step of steps) expect(step.read).toBeLessThanOrEqual(MOST);
    const { rows } = await opened.engine.pool.query("select from idempotency_keys where result <> '{}'");
    expect(rows).toHaveLength(mentioned.length);
  });
});
