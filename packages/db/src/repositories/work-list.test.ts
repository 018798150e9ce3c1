import type { JobKey } from '@hippocamp/core/ports/job-queue';
import { minutesAfter, NOON, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecordsOn, type RecordsOn } from './testing/records-on.js';

/** A queue that lost the tenant might give this. */
const missing = undefined as unknown as TenantId & string;

describe.each(testEngines)('the work list on $kind', ({ available, open }) => {
  let opened: RecordsOn;
  const ids = sequentialIds();
  const runs = test.skipIf(!available);

  beforeAll(async () => {
    if (!available) return;
    opened = await openRecordsOn(open);
    for (const tenant of ['one', 'two']) {
      await opened.records.forTenant(tenantNamed(tenant)).outbox.enqueue([{ kind: 'index', ref: 'ref' }], NOON, NOON);
    }
  });
  afterAll(() => opened?.close());

  runs.each([
    ['no tenant', { tenant: missing, kind: 'index', ref: 'ref' }],
    ['no ref', { tenant: tenantNamed('one'), kind: 'index', ref: missing }],
    ['neither', { tenant: missing, kind: 'index', ref: missing }],
  ] satisfies [string, JobKey][])('leases nothing to a job with %s', async (_, job) => {
    const lease = { token: ids.next(), until: minutesAfter(5), now: NOON };
    await expect(opened.records.outbox.lease(job, lease)).rejects.toThrow();
    const { rows } = await opened.pool.query('select from outbox where lease_token is not null');
    expect(rows).toHaveLength(0);
  });

  runs.each([missing, '' as TenantId])('nothing belongs to a tenant without a name', (tenant) => {
    expect(() => opened.records.forTenant(tenant)).toThrow('tenant');
  });
});
