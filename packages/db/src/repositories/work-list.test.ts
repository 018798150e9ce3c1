import type { JobKey } from '@hippocamp/core/ports/job-queue';
import type { Records } from '@hippocamp/core/ports/records';
import { minutesAfter, NOON, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { migrate } from '@hippocamp/db/engine/migrate';
import { type TestEngine, testEngines } from '@hippocamp/db/engine/testing/engines';
import { createRecords } from '@hippocamp/db/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** What a queue that lost it might give. */
const missing = undefined as unknown as TenantId & string;

describe.each(testEngines)('the work list on $kind', ({ available, open }) => {
  let opened: TestEngine;
  let records: Records & { close(): Promise<void> };
  const ids = sequentialIds();
  const runs = test.skipIf(!available);

  beforeAll(async () => {
    if (!available) return;
    opened = await open();
    const { pool, kind } = opened.engine;
    await migrate(pool);
    records = await createRecords({ pool, kind });
    for (const tenant of ['one', 'two']) {
      await records.forTenant(tenantNamed(tenant)).outbox.ring([{ kind: 'index', ref: 'ref' }], NOON, NOON);
    }
  });
  afterAll(async () => {
    await records?.close();
    await opened?.close();
  });

  runs.each([
    ['no tenant', { tenant: missing, kind: 'index', ref: 'ref' }],
    ['no ref', { tenant: tenantNamed('one'), kind: 'index', ref: missing }],
    ['neither', { tenant: missing, kind: 'index', ref: missing }],
  ] satisfies [string, JobKey][])('leases nothing to a job with %s', async (_, job) => {
    const lease = { token: ids.next(), until: minutesAfter(5), now: NOON };
    await expect(records.outbox.lease(job, lease)).rejects.toThrow();
    const { rows } = await opened.engine.pool.query('select from outbox where lease_token is not null');
    expect(rows).toHaveLength(0);
  });

  runs.each([missing, '' as TenantId])('nothing belongs to a tenant without a name', (tenant) => {
    expect(() => records.forTenant(tenant)).toThrow('tenant');
  });
});
