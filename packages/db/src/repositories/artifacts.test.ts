import { NOON, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { stepsOfEach } from '@hippocamp/db/repositories/testing/plans';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecordsOn, type RecordsOn } from './testing/records-on.js';

const ROWS = 2000;
const LIMIT = 10;

describe.each(testEngines)('the list of raw texts, on $kind,', ({ available, open }) => {
  let opened: RecordsOn;
  const runs = test.skipIf(!available);
  const own = () => opened.records.forTenant(tenantNamed('reader'));

  beforeAll(async () => {
    if (!available) return;
    opened = await openRecordsOn(open);
    await opened.pool.query(
      `insert into artifacts (tenant_id, id, content, source, metadata, created_at, ingest_trace_id)
      select tenant, gen_random_uuid(), 'Text.', 'chat', '{}',
        $1::timestamptz + number * 7919 % $2 * interval '1 s' - earlier, gen_random_uuid()
      from generate_series(1, $2::int) as number,
        (values ('reader', interval '0'), ('earlier', interval '1 day')) as of (tenant, earlier)`,
      [NOON, ROWS],
    );
    await opened.pool.query('vacuum analyze artifacts');
  });
  afterAll(() => opened?.close());

  runs('reads a page of them for a page', async () => {
    const { last } = await own().artifacts.page({ limit: LIMIT });
    for (const after of [undefined, last ?? undefined]) {
      const each = await stepsOfEach(opened.pool, () => own().artifacts.page({ limit: LIMIT, after }));
      // The total comes first, which counts them all.
      for (const { read } of each[1] ?? []) expect(read).toBeLessThanOrEqual(LIMIT + 1);
      expect(each[1]?.map(({ index }) => index)).toContain('artifacts_created_idx');
    }
  });

  runs('finds those of one ingest without the others', async () => {
    const traceId = sequentialIds().next();
    const each = await stepsOfEach(opened.pool, () => own().artifacts.isOfIngest(traceId));
    expect(each.flat().map(({ index }) => index)).toContain('artifacts_ingest_idx');
  });
});
