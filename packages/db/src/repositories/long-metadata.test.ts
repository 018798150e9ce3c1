import { filterOf, minutesAfter, newMemory, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Prisma } from '../generated/client.js';
import { stillAs } from './long-metadata.js';
import { blocksOfEach } from './testing/plans.js';
import { openRecordsOn, type RecordsOn } from './testing/records-on.js';

const ROWS = 800;
/** The most of these rows that one statement reads. */
const MOST = 256;
/** 60 KB, which the database packs into less than one, and signs of which it packs none. */
const PACKED = `repeat('x', 60000)`;
const UNPACKED = `(select string_agg(md5(number::text), '') from generate_series(1, 1900) as number)`;

describe.each(testEngines)('memories with long metadata, on $kind,', ({ available, open }) => {
  let opened: RecordsOn;
  const ids = sequentialIds();
  const runs = test.skipIf(!available);
  const packed = () => opened.records.forTenant(tenantNamed('packed')).memories;
  const unpacked = () => opened.records.forTenant(tenantNamed('unpacked')).memories;
  const given = Array.from({ length: ROWS }, (_, place) => ({ id: ids.next(), at: minutesAfter(place) }));
  const all = given.map(({ id }) => id).toReversed();
  const evenOnes = all.filter((_, place) => place % 2 === 1);
  const even = filterOf({ metadata: { even: true } });
  const none = filterOf({ metadata: { even: 'neither' } });

  beforeAll(async () => {
    if (!available) return;
    opened = await openRecordsOn(open);
    const rows = given.map(({ id, at }, place) => {
      const importanceScore = place / ROWS;
      const metadata = { even: place % 2 === 0, most: place % 10 !== 0 };
      return newMemory(id, { createdAt: at, recencyAt: at, importanceScore, metadata });
    });
    await packed().insert(rows);
    await unpacked().insert(rows);
    const longer = (long: string) => `update memories set metadata = metadata || jsonb_build_object('long', ${long})`;
    await opened.pool.query(`${longer(PACKED)} where tenant_id = 'packed'`);
    await opened.pool.query(`${longer(UNPACKED)} where tenant_id = 'unpacked'`);
    await opened.pool.query('update memories set indexed_version = version');
    await opened.pool.query(`insert into outbox (tenant_id, kind, ref, due_at, created_at)
      select tenant_id, 'embed', id::text, created_at, created_at from memories`);
  });
  afterAll(() => opened?.close());

  /** Blocks of as many memories with 60 KB as a statement reads, and of the looks for all. All of them have 8,000 and more. */
  const MOST_BLOCKS = 7000;

  runs('facts of many are read some at a time', async () => {
    let found: readonly { id: string }[] = [];
    const read = async (memories: ReturnType<typeof packed>) =>
      blocksOfEach(opened.pool, async () => {
        found = await memories.facts(all, even);
      });
    expect(await read(packed())).toHaveLength(Math.ceil(ROWS / MOST));
    expect(found.map(({ id }) => id).toSorted()).toEqual(evenOnes.toSorted());
    expect(await read(unpacked())).toHaveLength(3);
  });

  runs('a filter by metadata reads some at a time, once for all orders', async () => {
    const lists = await packed().lists(even, 1000, 10);
    const importance = lists.importance.map(({ id }) => id);
    expect(importance).toEqual(evenOnes);
    expect(lists.recency.flatMap(({ entries }) => entries.map(({ id }) => id))).toEqual(evenOnes);
    const blocks = await blocksOfEach(opened.pool, () => unpacked().lists(none, 100, 10));
    expect(Math.max(...blocks)).toBeLessThan(MOST_BLOCKS);
    // Four times the lists and what is on them; then those with long metadata, each part of these, and the lists.
    expect(blocks.length).toBeLessThanOrEqual(4 * 2 + 2 + Math.ceil(ROWS / MOST));
  });

  runs('rounds read the metadata of each memory once, and so does what reads all of it at last', async () => {
    const { memories } = opened.records.forTenant(tenantNamed('unpacked'));
    const sum = (blocks: readonly number[]) => blocks.reduce((all, each) => all + each, 0);
    const once = sum(await blocksOfEach(opened.pool, () => memories.count(none)));
    const rounds = sum(await blocksOfEach(opened.pool, () => memories.lists(none, 100, 10)));
    expect(rounds).toBeLessThan(1.15 * once);
  });

  runs('a filter that most pass reads what is on the lists, and not all', async () => {
    const most = filterOf({ metadata: { most: true } });
    let importance: readonly string[] = [];
    const blocks = await blocksOfEach(opened.pool, async () => {
      importance = (await unpacked().lists(most, 50, 10)).importance.map(({ id }) => id);
    });
    expect(importance).toEqual(all.filter((_, place) => (ROWS - 1 - place) % 10 !== 0).slice(0, 50));
    expect(blocks.reduce((sum, each) => sum + each, 0)).toBeLessThan(MOST_BLOCKS / 2);
  });

  runs.each([
    ['a count', async () => (await unpacked().count(even)) === evenOnes.length],
    [
      'a count of what waits for the index',
      async () => (await unpacked().countWaiting(even)).passing === evenOnes.length,
    ],
    ['a count of what waits for its vector', async () => (await unpacked().unembedded(even)) === evenOnes.length],
    [
      'a page',
      async () => {
        const order = { sortBy: 'createdAt', sortOrder: 'desc' } as const;
        const { memories, total } = await unpacked().page({ filter: even, ...order, limit: 10, offset: 0 });
        return total === evenOnes.length && memories.every(({ id }, place) => id === evenOnes[place]);
      },
    ],
  ] as const)('%s reads some at a time', async (_which, isRight) => {
    let right = false;
    const blocks = await blocksOfEach(opened.pool, async () => {
      right = await isRight();
    });
    expect(right).toBe(true);
    expect(Math.max(...blocks)).toBeLessThan(MOST_BLOCKS);
  });

  runs('what waits for the index is decided once, also beyond the bytes that a question reads of it', async () => {
    const { memories } = opened.records.forTenant(tenantNamed('waiting'));
    const long = { even: true, long: 'x'.repeat(60_000) };
    await memories.insert(
      Array.from({ length: 12 }, () => newMemory(ids.next(), { content: 'y'.repeat(50_000), metadata: long })),
    );
    const blocks = await blocksOfEach(opened.pool, async () => {
      expect((await memories.lists(even, 100, 20)).importance).toHaveLength(12);
    });
    // The lists, what is on them, and the lists again.
    expect(blocks).toHaveLength(3);
  });

  runs('verdicts on any number are looked up by hashes', async () => {
    const known = Array.from({ length: 200_000 }, (): [string, number] => [ids.next(), 1]);
    const { text, values } =
      Prisma.sql`select count(*) from memories where case when ${stillAs(known)} then true else false end`;
    const { rows } = await opened.pool.query<{ 'QUERY PLAN': string }>({ text: `explain (costs off) ${text}`, values });
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(new Set(plan.match(/hashed SubPlan \d+/g)).size).toBe(10);
    expect(plan.match(/\(SubPlan/g)).toBeNull();
  });

  runs('a memory that has long metadata at last is found by it, and no longer by what it had', async () => {
    const { memories } = opened.records.forTenant(tenantNamed('few'));
    const id = ids.next();
    await memories.insert([newMemory(id, { metadata: { even: true, long: 'x'.repeat(60_000) } })]);
    expect(await memories.count(even)).toBe(1);
    expect((await memories.lists(even, 100, 10)).importance).toHaveLength(1);
    expect(await memories.count(filterOf({ metadata: { even: false } }))).toBe(0);
    expect((await memories.lists(filterOf({ metadata: { odd: true } }), 100, 10)).importance).toEqual([]);
  });
});
