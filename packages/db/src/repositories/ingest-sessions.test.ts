import { minutesAfter, NOON, newArtifact, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { blocksTouched, stepsTaken } from '@hippocamp/db/repositories/testing/plans';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecordsOn, type RecordsOn } from './testing/records-on.js';

const ROWS = 5000;
/** Each text is read with so many before it. */
const BEFORE = 3;
const OTHERS = 200;

describe.each(testEngines)('a long session, on $kind,', ({ available, open }) => {
  let opened: RecordsOn;
  const runs = test.skipIf(!available);
  const own = () => opened.records.forTenant(tenantNamed('reader'));
  const nextId = sequentialIds().next;
  const texts = Array.from({ length: ROWS }, () => nextId());

  beforeAll(async () => {
    if (!available) return;
    opened = await openRecordsOn(open);
    await opened.pool.query(
      `insert into ingests (tenant_id, trace_id, state, request, artifact_id, created_at, updated_at)
      select 'reader', gen_random_uuid(), 'done', jsonb_build_object('sessionId', 'a talk', 'read', jsonb_build_object(
          'before', (select coalesce(jsonb_agg(jsonb_build_object('artifactId', before, 'start', 0, 'end', 9)), '[]')
            from unnest(($2::uuid[])[number - $3 : number - 1]) as before)
        )), text, $1::timestamptz + number * interval '1 s', $1
      from unnest($2::uuid[]) with ordinality as of (text, number)`,
      [NOON, texts, BEFORE],
    );
    await opened.pool.query('vacuum analyze ingests');
  });
  afterAll(() => opened?.close());

  runs('is not gone through for what was read with some of its texts', async () => {
    const asked = [...texts.slice(0, 4), ...texts.slice(1000, 1004)];
    const steps = await stepsTaken(opened.pool, () => own().ingests.readWith(asked));
    expect(steps.map(({ index }) => index)).toContain('ingests_read_before_idx');
    for (const { read } of steps) expect(read).toBeLessThan(100);
    const found = await own().ingests.readWith(asked);
    const after = [...texts.slice(1, 7), ...texts.slice(1001, 1007)];
    expect(found.map(({ artifactId }) => artifactId).sort()).toEqual(after.sort());
  });

  runs('is told what was read with it without more of other tenants than the index looks at', async () => {
    const ask = () => own().ingests.readWith(texts.slice(0, 4));
    const alone = await blocksTouched(opened.pool, ask);
    await opened.pool.query(
      `insert into ingests (tenant_id, trace_id, state, request, artifact_id, created_at, updated_at)
      select 'other', gen_random_uuid(), 'done', jsonb_build_object('sessionId', 'a talk', 'metadata', long.words, 'read',
          jsonb_build_object('before', jsonb_build_array(jsonb_build_object('artifactId', $2::text)))
        ), gen_random_uuid(), $1::timestamptz, $1
      from (select string_agg(md5(number::text), '') as words from generate_series(1, 1000) as number) as long,
        generate_series(1, $3)`,
      [NOON, texts[0], OTHERS],
    );
    await opened.pool.query('vacuum analyze ingests');
    const sql = "select from ingests where tenant_id = 'other' and (request #> '{read,before}') is not null";
    const unpacked = await blocksTouched(opened.pool, () => opened.pool.query({ text: sql, values: [] }));
    expect((await blocksTouched(opened.pool, ask)) - alone).toBeLessThan(2 * unpacked);
  });
});

/** Earlier ingests of the session, each with this much metadata, UTF-16 units. */
const [EARLIER, LONG] = [400, 32_000];

describe.each(testEngines)('a session of long requests, on $kind,', ({ available, open }) => {
  let opened: RecordsOn;
  const runs = test.skipIf(!available);
  const own = () => opened.records.forTenant(tenantNamed('talker'));
  const ids = sequentialIds();
  const text = newArtifact(ids.next(), { content: 'I moved to Lisbon.' });
  const place = (minutes: number, sessionId = 'a talk') => ({
    ...{ traceId: ids.next(), createdAt: minutesAfter(minutes), sessionId, ownerEntityId: null },
  });
  /** Each with the text of the first before it, which is the only one that is kept. */
  const tell = (sessionId: string) =>
    opened.pool.query(
      `insert into ingests (tenant_id, trace_id, state, request, artifact_id, created_at, updated_at)
      select 'talker', gen_random_uuid(), 'processing', jsonb_build_object('sessionId', $2::text, 'metadata', long.words,
          'read', jsonb_build_object('before', jsonb_build_array(jsonb_build_object('artifactId', $3::text)))),
        case when number = 0 then $3::uuid end, $1::timestamptz + number * interval '1 ms', $1
      from (select string_agg(md5(number::text), '') as words from generate_series(1, $4 / 32) as number) as long,
        generate_series(0, $5) as number`,
      [NOON, sessionId, text.id, LONG, EARLIER],
    );

  const longest = 'x'.repeat(256);

  beforeAll(async () => {
    if (!available) return;
    opened = await openRecordsOn(open);
    await own().artifacts.insert(text);
    for (const sessionId of ['a talk', longest]) await tell(sessionId);
    await opened.pool.query('vacuum analyze ingests');
  });
  afterAll(() => opened?.close());

  runs.each(['a talk', longest])('is looked at without any of them', async (sessionId) => {
    const { ingests } = own();
    const asked = [
      () => ingests.stepsBefore(place(1, sessionId), 100),
      () => ingests.textsBefore(place(1, sessionId), 6),
      () => ingests.waitingAfter(place(-1, sessionId)),
    ];
    for (const ask of asked) expect(await blocksTouched(opened.pool, ask)).toBeLessThan(EARLIER / 4);
    expect(await ingests.stepsBefore(place(1, sessionId), 100)).toHaveLength(100);
  });

  runs('has no text where the latest hundred have none', async () => {
    const textsAfter = async (number: number) =>
      (await own().ingests.textsBefore({ ...place(0), createdAt: new Date(NOON.getTime() + number) }, 6)).length;
    expect([await textsAfter(0), await textsAfter(99), await textsAfter(101)]).toEqual([0, 1, 0]);
  });

  runs('is not unpacked for its id to tell what was read with a text', async () => {
    const sql = "select from ingests where tenant_id = 'talker' and (request #> '{read,before}') is not null";
    const unpacked = await blocksTouched(opened.pool, () => opened.pool.query({ text: sql, values: [] }));
    // The index finds by two conditions, each of which it checks again. Then come the texts that each was read with.
    expect(await blocksTouched(opened.pool, () => own().ingests.readWith([text.id]))).toBeLessThan(3.5 * unpacked);
  });
});
