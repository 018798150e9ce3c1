import { NOON, newIngest, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { blocksOfEach, stepsOfEach } from '@hippocamp/db/repositories/testing/plans';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecordsOn, type RecordsOn } from './testing/records-on.js';

const ROWS = 100;
/** Blocks that a row may take, by its keys and its place. A long request lies in more than thirty. */
const MOST = 12;

const OWNER = '22222222-2222-4222-8222-222222222222';

describe.each(testEngines)('long requests of ingests, on $kind,', ({ available, open }) => {
  let opened: RecordsOn;
  const ids = sequentialIds();
  const runs = test.skipIf(!available);
  const own = () => opened.records.forTenant(tenantNamed('reader'));
  const unread = { limit: 10, notReadBy: 'later', localReader: 'later' };

  beforeAll(async () => {
    if (!available) return;
    opened = await openRecordsOn(open);
    const { pool } = opened;
    await own().ingests.insert(newIngest(ids.next(), { state: 'done', request: { sessionId: 'a session' } }));
    // Hashes do not compress.
    await pool.query(
      `insert into ingests select whole.* from ingests as first, generate_series(1, $1 - 1) as number,
        jsonb_populate_record(first, jsonb_build_object('trace_id', gen_random_uuid(), 'request', request || jsonb_build_object(
          'ownerEntityId', case when number <= 5 then $2::text end, 'read', jsonb_build_object('extractor', 'earlier'),
          'metadata', (select jsonb_agg(md5(number || '/' || part)) from generate_series(1, 2000) as part)))) as whole`,
      [ROWS, OWNER],
    );
    await pool.query(
      `insert into artifacts (tenant_id, id, content, source, metadata, created_at, ingest_trace_id)
      select tenant_id, gen_random_uuid(), 'Text.', 'document', '{}', $1::timestamptz, trace_id from ingests`,
      [NOON],
    );
    await pool.query('vacuum analyze ingests, artifacts');
  });
  afterAll(() => opened?.close());

  runs('stay packed while texts are sought that an earlier reader has read', async () => {
    const each = await blocksOfEach(opened.pool, async () => {
      expect((await own().artifacts.page(unread)).total).toBe(ROWS);
    });
    expect(each).toHaveLength(2);
    for (const blocks of each) expect(blocks).toBeLessThan(MOST * ROWS);
  });

  runs('stay packed while ingests are listed', async () => {
    const each = await blocksOfEach(opened.pool, async () => {
      const { ingests } = await own().ingests.page({ limit: ROWS, offset: 0 });
      expect(ingests.filter(({ ownerEntityId }) => ownerEntityId === OWNER)).toHaveLength(5);
      expect(new Set(ingests.map(({ sessionId }) => sessionId))).toEqual(new Set(['a session']));
    });
    for (const blocks of each) expect(blocks).toBeLessThan(MOST * ROWS);
  });

  runs('of an earlier release are told from what they say', async () => {
    const list = () => own().ingests.page({ limit: ROWS, offset: 0 });
    const [told, found] = [await list(), await own().artifacts.page(unread)];
    await opened.pool.query('update ingests set told = null');
    expect(await list()).toEqual(told);
    expect(await own().artifacts.page(unread)).toEqual(found);
    await opened.pool.query('update ingests set request = request');
    const { rows } = await opened.pool.query('select from ingests where told is null');
    expect(rows).toEqual([]);
  });

  runs('are found by their owner without the others', async () => {
    const [found] = await stepsOfEach(opened.pool, () => own().erasure.removeIngests(OWNER, 3));
    expect(found?.map(({ index }) => index)).toContain('ingests_owner_idx');
    for (const { read } of found ?? []) expect(read).toBeLessThanOrEqual(3);
  });
});
