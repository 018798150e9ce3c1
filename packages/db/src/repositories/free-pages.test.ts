import { filterOf, minutesAfter, NOON, newMemory, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksOfEach } from './testing/plans.js';
import { openRecordsOn, type RecordsOn } from './testing/records-on.js';

const ROWS = 15;
/** As an earlier release took them from an import: 285 KB of JSON, which the database packs into a few KB. */
const MANY = `(select jsonb_build_object('list', jsonb_agg('{}'::jsonb)) from generate_series(1, 95000))`;
/** Of these, a page holds no more. */
const MOST = 11;

describe.each(testEngines)('pages of rows with many small values, on $kind,', ({ available, open }) => {
  let opened: RecordsOn;
  const ids = sequentialIds();
  const runs = test.skipIf(!available);
  const own = () => opened.records.forTenant(tenantNamed('acme'));
  const given = Array.from({ length: ROWS }, (_, place) => ({ id: ids.next(), at: minutesAfter(place) }));

  beforeAll(async () => {
    if (!available) return;
    opened = await openRecordsOn(open);
    const row = { tags: [], createdAt: NOON };
    await own().memories.insert(given.map(({ id, at }) => newMemory(id, { createdAt: at })));
    const of = { type: 'user', name: 'x', externalId: null, fromMentions: false, version: 1, properties: {} };
    await own().entities.insert(given.map(({ id, at }) => ({ ...row, ...of, id, createdAt: at, updatedAt: at })));
    const told = { actorEntityId: null, eventType: 'x', payload: {} };
    await own().events.insert(given.map(({ id, at }) => ({ ...row, ...told, id, occurredAt: at })));
    const { pool } = opened;
    await pool.query(`update memories set provenance = ${MANY}`);
    await pool.query(`update entities set properties = ${MANY}`);
    await pool.query(`update events set payload = ${MANY}`);
  });
  afterAll(() => opened?.close());

  type Read = (request: { limit: number; offset: number; after?: { value: number; id: string } }) => Promise<{
    rows: { id: string }[];
    last: { value: number; id: string } | null;
    total: number;
  }>;

  const pagesOf = async (read: Read, limit: number) => {
    const pages: string[][] = [];
    for (let after: { value: number; id: string } | null | undefined; after !== null; ) {
      const { rows, last, total } = await read({ limit, offset: 0, ...(after ? { after } : {}) });
      expect(total).toBe(ROWS);
      pages.push(rows.map(({ id }) => id));
      after = last;
    }
    return pages;
  };

  const byCreation = { sortBy: 'createdAt', sortOrder: 'asc' } as const;
  const readMemories: Read = async (request) => {
    const { memories, ...page } = await own().memories.page({ filter: filterOf(), ...byCreation, ...request });
    return { rows: memories, ...page };
  };
  const inOrder = given.map(({ id }) => id);

  runs('end early, and the next one goes on from there', async () => {
    const lengths = [MOST, ROWS - MOST];
    const pages = await pagesOf(readMemories, 100);
    expect([pages.flat(), pages.map(({ length }) => length)]).toEqual([inOrder, lengths]);
    const events = await pagesOf((request) => own().events.page({}, { sortOrder: 'asc', ...request }), 100);
    expect([events.flat(), events.map(({ length }) => length)]).toEqual([inOrder, lengths]);
    const entities = await pagesOf((request) => own().entities.page({}, request), 100);
    expect([entities.flat(), entities.map(({ length }) => length)]).toEqual([inOrder.toReversed(), lengths]);
  });

  runs('are read in turn by their ids, too', async () => {
    const read: string[] = [];
    const statements = await blocksOfEach(opened.pool, async () => {
      read.push(...(await own().memories.getMany(inOrder)).map(({ id }) => id));
    });
    expect([read.toSorted(), statements.length]).toEqual([inOrder.toSorted(), 2]);
    const few = inOrder.slice(0, 10);
    const once = await blocksOfEach(opened.pool, () => own().memories.getMany(few, filterOf()));
    expect(once).toHaveLength(1);
  });

  runs('are as long as they are asked for where that is less', async () => {
    const pages = await pagesOf(readMemories, 9);
    expect(pages.map(({ length }) => length)).toEqual([9, 6]);
    const [first] = await pagesOf(readMemories, 1);
    expect(first).toEqual(inOrder.slice(0, 1));
    expect((await readMemories({ limit: 3, offset: ROWS })).rows).toEqual([]);
    const end = await readMemories({ limit: 3, offset: ROWS - 3 });
    expect(end).toMatchObject({ last: null, total: ROWS });
    expect(end.rows.map(({ id }) => id)).toEqual(inOrder.slice(-3));
  });
});
