import { tenantNamed } from '@hippocamp/core/testing/builders';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecordsOn, type RecordsOn } from './testing/records-on.js';

const ROWS = 20;

describe.each(testEngines)('the removal of a tenant, on $kind,', ({ available, open }) => {
  let opened: RecordsOn;
  const runs = test.skipIf(!available);

  beforeAll(async () => {
    if (!available) return;
    opened = await openRecordsOn(open);
    const { pool } = opened;
    // As long as they are given: such values would be packed, and those of a test would become short.
    await pool.query('alter table events alter column payload set storage external');
    await pool.query('alter table artifacts alter column content set storage external');
    await pool.query(
      `insert into events (tenant_id, id, event_type, payload, occurred_at, created_at)
      select 'acme', gen_random_uuid(), 'x', to_jsonb(repeat('x', 1024 * 1024)), now(), now()
      from generate_series(1, $1)`,
      [ROWS],
    );
    await pool.query(
      `insert into artifacts (tenant_id, id, content, source, metadata, created_at)
      select 'acme', gen_random_uuid(), repeat('x', 1024 * 1024), 'chat', '{}', now() from generate_series(1, $1)`,
      [ROWS],
    );
  });
  afterAll(() => opened?.close());

  runs('takes few rows at once where those are long, of all tables together', async () => {
    const { erasure } = opened.records.forTenant(tenantNamed('acme'));
    const sizes: number[] = [];
    const removed: Record<string, number> = {};
    for (;;) {
      const counts = Object.entries(await erasure.removeEverything(500));
      if (counts.length === 0) break;
      sizes.push(counts.reduce((sum, [, count]) => sum + count, 0));
      for (const [table, count] of counts) removed[table] = (removed[table] ?? 0) + count;
    }
    expect(removed).toEqual({ events: ROWS, artifacts: ROWS });
    expect(Math.max(...sizes)).toBeLessThanOrEqual(9);
    expect(sizes.length).toBeLessThanOrEqual(6);
  });

  runs('takes the next rows where others have taken the first ones meanwhile', async () => {
    const { pool } = opened;
    await pool.query(
      `insert into artifacts (tenant_id, id, content, source, metadata, created_at)
      select 'acme', gen_random_uuid(), repeat('x', 1024 * 1024), 'chat', '{}', now() from generate_series(1, $1)`,
      [ROWS],
    );
    // Eight are of one statement. It finds none of them when it comes to remove them.
    await pool.query('create sequence looked_for');
    await pool.query(`create function spare() returns trigger language plpgsql as
      $$ begin if nextval('looked_for') <= 8 then return null; end if; return old; end $$`);
    await pool.query('create trigger spare before delete on artifacts for each row execute function spare()');
    const { erasure } = opened.records.forTenant(tenantNamed('acme'));
    expect(await erasure.removeEverything(500)).toEqual({ artifacts: 8 });
  });
});
