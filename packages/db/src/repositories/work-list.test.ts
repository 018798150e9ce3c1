import type { JobKey } from '@hippocamp/core/ports/job-queue';
import { minutesAfter, NOON, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { stepsOfEach } from '@hippocamp/db/repositories/testing/plans';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecordsOn, type RecordsOn } from './testing/records-on.js';

/** A queue that lost the tenant might give this. */
const missing = undefined as unknown as TenantId & string;

const POSTPONED = 2500;

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

  runs('looks for what is due among a thousand tenants at once, however many wait for later', async () => {
    const { pool, records } = opened;
    await pool.query(
      `insert into outbox (tenant_id, kind, ref, due_at, created_at)
      select 'later-' || lpad(number::text, 4, '0'), 'lifecycle', 'ref', $1, $2 from generate_series(1, $3) as number`,
      [minutesAfter(60), NOON, POSTPONED],
    );
    await pool.query("update outbox set due_at = $1 where tenant_id in ('later-0007', 'later-1200', 'later-2499')", [
      NOON,
    ]);
    await pool.query('vacuum analyze outbox');
    for (let look = 0; look < 3; look += 1) {
      const each = await stepsOfEach(pool, async () => {
        const due = await records.outbox.due('lifecycle', NOON, 10);
        expect(new Set(due.map(({ tenant }) => tenant))).toEqual(new Set(['later-0007', 'later-1200', 'later-2499']));
      });
      for (const { read } of each.flat()) expect(read).toBeLessThanOrEqual(1001);
    }
  });
});
