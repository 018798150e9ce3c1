/** @module-tag long */
import { createHash } from 'node:crypto';
import {
  filterOf,
  minutesAfter,
  NOON,
  newIngest,
  newMemory,
  sequentialIds,
  tenantNamed,
} from '@hippocamp/core/testing/builders';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import type { JsonObject } from '@hippocamp/shared/schemas/common';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksOfEach, blocksTouched } from './testing/plans.js';
import { openRecordsOn, type RecordsOn } from './testing/records-on.js';

const ROWS = 30;
/** Blocks that plans differ by, whatever the values. */
const SPARE = 120;
const MEGABYTE = 1024 * 1024;
const tenant = tenantNamed('acme');

/** No database packs it, so that it takes its length in blocks. */
const unpackable = (length: number, seed: string): string => {
  let text = '';
  for (let place = 0; text.length < length; place += 1)
    text += createHash('sha512').update(`${seed} ${place}`).digest('base64');
  return text.slice(0, length);
};

const sixteen = Object.fromEntries(Array.from({ length: 16 }, (_, place) => [`member ${place}`, place]));

const longOne = (id: string, named: JsonObject) =>
  newMemory(id, {
    metadata: { ...sixteen, ...named, long: unpackable(60_000, id) },
    provenance: { traceId: 'a trace', message: 1, sourceSpan: unpackable(60_000, `${id} span`) },
  });

describe.each(testEngines)('long values, on $kind,', ({ available, open }) => {
  let opened: RecordsOn;
  const ids = sequentialIds();
  const runs = test.skipIf(!available);
  const touchedBy = (work: () => Promise<unknown>) => blocksTouched(opened.pool, work);
  const own = () => opened.records.forTenant(tenant);
  const given = Array.from({ length: ROWS }, () => ids.next());

  beforeAll(async () => {
    if (!available) return;
    opened = await openRecordsOn(open);
    await own().memories.insert(given.map((id) => longOne(id, { sessionId: 'monday' })));
  });
  afterAll(() => opened?.close());

  runs('are unpacked once for a filter, however many members of the metadata it names', async () => {
    const { memories } = own();
    const one = { 'member 0': 0 };
    expect(await memories.count(filterOf({ metadata: sixteen }))).toBe(ROWS);
    const once = await touchedBy(() => memories.count(filterOf({ metadata: one })));
    const all = await touchedBy(() => memories.count(filterOf({ metadata: sixteen })));
    expect(once).toBeGreaterThan(2 * SPARE);
    expect(all).toBeLessThan(once + SPARE);
  });

  runs('are not unpacked where a cheaper condition of the filter refuses the row', async () => {
    const { memories } = own();
    const filter = filterOf({ asOf: minutesAfter(-1_000_000), metadata: sixteen });
    expect(await memories.count(filter)).toBe(0);
    expect(await touchedBy(() => memories.count(filter))).toBeLessThan(SPARE);
  });

  runs('are unpacked once for the facts of a row, and the metadata only where some memory has a session', async () => {
    const { memories } = own();
    const facts = () => memories.facts(given, filterOf());
    const only = (column: string) => `select octet_length(${column}::text) from memories`;
    const reads = (text: string) => touchedBy(() => opened.pool.query({ text, values: [] }));
    const [metadata, provenance] = [await reads(only('metadata')), await reads(only('provenance'))];
    expect(await touchedBy(facts)).toBeLessThan(metadata + provenance + SPARE);
    const other = opened.records.forTenant(tenantNamed('without sessions'));
    const rows = Array.from({ length: ROWS }, () => longOne(ids.next(), {}));
    await other.memories.insert(rows);
    const asked = rows.map(({ id }) => id);
    const [fact] = await other.memories.facts(asked, filterOf());
    expect(fact).toMatchObject({ session: null, message: 'a trace 1' });
    expect(await touchedBy(() => other.memories.facts(asked, filterOf()))).toBeLessThan(provenance + SPARE);
  });

  runs('are not unpacked to find that a row is too long to come whole', async () => {
    const { memories } = own();
    const wanted = { ids: given, whole: ROWS, replacing: 'supersedes' };
    const lists = () => memories.lists(filterOf(), 1, 1, wanted);
    const facts = await touchedBy(() => memories.facts(given, filterOf()));
    expect((await lists()).near.whole).toEqual([]);
    expect(await touchedBy(lists)).toBeLessThan(facts + 2 * SPARE);
  });

  runs('are measured up to the first that does not fit a page of a history, whatever its limit', async () => {
    const { history } = own();
    const [memoryId = ''] = given;
    const entry = (version: number) => ({
      ...{ memoryId, version, change: 'updated', at: NOON, before: null },
      after: { content: unpackable(MEGABYTE, `${version}`) },
    });
    const versions = Array.from({ length: 12 }, (_, place) => place + 1);
    for (const version of versions) await history.add([entry(version)]);
    const page = (limit: number) => history.page([memoryId], null, limit);
    expect((await page(100)).map(({ version }) => version)).toEqual([1, 2, 3]);
    const next = await touchedBy(() => page(4));
    expect(await touchedBy(() => page(100))).toBeLessThan(next + SPARE);
  });

  runs('are measured so in a page of an export, too', async () => {
    const { ingests, transfer } = own();
    const traceIds = Array.from({ length: 12 }, () => ids.next());
    for (const traceId of traceIds)
      await ingests.insert(newIngest(traceId, { state: 'done', result: { text: unpackable(MEGABYTE, traceId) } }));
    const found = await transfer.ingests(null, 100);
    expect(found.map(({ traceId }) => traceId)).toEqual(traceIds.slice(0, 3));
    // The page is read by a second statement.
    const measuring = async (limit: number) =>
      (await blocksOfEach(opened.pool, () => transfer.ingests(null, limit)))[0];
    const next = await measuring(4);
    expect(await measuring(100)).toBeLessThan((next ?? 0) + SPARE);
  });

  runs('are measured some at a time by a traversal, and none after those that it answers', async () => {
    const { relations } = own();
    const linked = async (length: number) => {
      const start = { type: 'artifact' as const, id: ids.next() };
      const text = `insert into relations (tenant_id, id, type, from_type, from_id, to_type, to_id, weight, metadata, created_at)
        select $1, gen_random_uuid(), 'told', 'artifact', $2::uuid, 'artifact', gen_random_uuid(), 1,
          jsonb_build_object('text', repeat('x', $3::int)), now() from generate_series(1, 800)`;
      await opened.pool.query(text, [tenant, start.id, length]);
      const traverse = () => relations.traverse({ start, direction: 'outgoing', depth: 1, limit: 1000 });
      return { found: await traverse(), touched: await touchedBy(traverse) };
    };
    const [short, long] = [await linked(1), await linked(60_000)];
    expect(short.found).toMatchObject({ truncated: false });
    expect(short.found?.relations).toHaveLength(800);
    expect(long.found).toMatchObject({ truncated: true });
    expect(long.found?.relations).toHaveLength(17);
    expect(long.touched).toBeLessThan(short.touched - 800);
  });
});
