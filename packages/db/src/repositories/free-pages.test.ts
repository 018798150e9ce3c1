import type { PageKey } from '@hippocamp/core/ports/records';
import {
  filterOf,
  minutesAfter,
  NOON,
  newCandidate,
  newMemory,
  newReview,
  sequentialIds,
  tenantNamed,
} from '@hippocamp/core/testing/builders';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksOfEach } from './testing/plans.js';
import { openRecordsOn, type RecordsOn } from './testing/records-on.js';

const ROWS = 15;
/** As an earlier release took them from an import: 285 KB of JSON, which the database packs into a few KB. */
const MANY = `(select jsonb_build_object('list', jsonb_agg('{}'::jsonb)) from generate_series(1, 95000))`;
/** The most of these rows in a page. */
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

/** As an import brings it: 400 KB of text, in signs of four bytes, which the database packs well. */
const LONG = '\u{1f600}'.repeat(100_000);
/** The most of these rows that fit into 4 MiB. */
const LONG_ONES = 10;

describe.each(testEngines)('pages of rows with long texts, on $kind,', ({ available, open }) => {
  let opened: RecordsOn;
  const ids = sequentialIds();
  const runs = test.skipIf(!available);
  const own = (name = 'acme') => opened.records.forTenant(tenantNamed(name));
  const given = Array.from({ length: 15 }, (_, place) => ({ id: ids.next(), createdAt: minutesAfter(place) }));
  const newestFirst = given.map(({ id }) => id).toReversed();

  beforeAll(async () => {
    if (!available) return;
    opened = await openRecordsOn(open);
    for (const { id, createdAt } of given) {
      await own().memories.insert([newMemory(id, { createdAt, content: LONG })]);
      const review = newReview(id, { createdAt, candidate: { ...newCandidate(LONG), sourceSpan: '' } });
      await own('open').reviews.add([review]);
      await own('rejected').reviews.add([{ ...review, state: 'rejected' }]);
    }
  });
  afterAll(() => opened?.close());

  const pages = async (read: (after?: PageKey) => Promise<{ read: string[]; last: PageKey | null }>) => {
    const found: string[][] = [];
    for (let after: PageKey | undefined | null; after !== null; ) {
      const page = await read(after);
      found.push(page.read);
      after = page.last;
    }
    return found;
  };

  runs('end early where memories are long', async () => {
    const order = { filter: filterOf(), sortBy: 'createdAt', sortOrder: 'desc' } as const;
    const found = await pages(async (after) => {
      const { memories, last } = await own().memories.page({ ...order, limit: 100, offset: 0, after });
      return { read: memories.map(({ id }) => id), last };
    });
    expect([found.flat(), found.map(({ length }) => length)]).toEqual([newestFirst, [LONG_ONES, 5]]);
  });

  runs.each([
    ['open', 'open'],
    ['rejected', 'rejected'],
    ['rejected', undefined],
  ] as const)('end early where candidates are long: %s ones, listed as %s', async (tenant, state) => {
    const { reviews } = own(tenant);
    const found = await pages(async (after) => {
      const { rows, last, total } = await reviews.page({ state }, { limit: 100, offset: 0, after });
      expect(total).toBe(given.length);
      return { read: rows.map(({ id }) => id), last };
    });
    expect([found.flat(), found.map(({ length }) => length)]).toEqual([newestFirst, [LONG_ONES, 5]]);
  });
});
