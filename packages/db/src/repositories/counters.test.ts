import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NOON, newMemory, quietLog, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { wholeHistory } from '@hippocamp/core/testing/whole-history';
import { migrate } from '@hippocamp/db/engine/migrate';
import { type TestEngine, testEngines } from '@hippocamp/db/engine/testing/engines';
import { createRecords } from '@hippocamp/db/records';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
const REPAIR = '20261122030000_room_above_counters';
const LARGEST = 2 ** 31 - 1;
const MOST = 1_000_000_000;
const tenant = tenantNamed('acme');

/** A database before the repair of counters; `migrate` then brings it up to date. */
async function openBeforeRepair(open: () => Promise<TestEngine>) {
  const opened = await open();
  const folder = await mkdtemp(join(tmpdir(), 'hippocamp-migrations-'));
  await cp(migrations, folder, { recursive: true });
  await rm(join(folder, REPAIR), { recursive: true });
  await migrate(opened.engine.pool, folder);
  await rm(folder, { recursive: true });
  return opened;
}

describe.each(testEngines)('counters at their end, on $kind,', ({ available, open }) => {
  const ids = sequentialIds();
  const [versioned, accessed, ahead] = [ids.next(), ids.next(), ids.next()];
  let opened: TestEngine;
  let records: Awaited<ReturnType<typeof createRecords>>;
  const runs = test.skipIf(!available);

  beforeAll(async () => {
    if (!available) return;
    opened = await openBeforeRepair(open);
    const { pool, kind } = opened.engine;
    records = await createRecords({ pool, kind, log: quietLog });
    const own = records.forTenant(tenant);
    await own.memories.insert([versioned, accessed, ahead].map((id) => newMemory(id)));
    const entry = { at: NOON, change: 'updated', before: null, after: null };
    await own.history.add([
      ...[1, 7, LARGEST].map((version) => ({ memoryId: versioned, version, ...entry })),
      ...[1, 2].map((version) => ({ memoryId: ahead, version, ...entry })),
    ]);
    const entity = {
      type: 'a',
      name: 'b',
      externalId: null,
      properties: {},
      tags: [],
      createdAt: NOON,
      updatedAt: NOON,
      fromMentions: false,
    };
    await own.entities.insert([{ id: versioned, version: LARGEST, ...entity }]);
    await pool.query('update memories set version = $1, indexed_version = $1 where id = $2', [LARGEST, versioned]);
    await pool.query('update memories set access_count = $1 where id = $2', [LARGEST, accessed]);
    await migrate(pool);
  });
  afterAll(async () => {
    await records?.close();
    await opened?.close();
  });

  runs('have room again', async () => {
    const own = records.forTenant(tenant);
    expect(await own.memories.get(versioned)).toMatchObject({ version: MOST });
    expect((await wholeHistory(own, versioned)).map(({ version }) => version)).toEqual([MOST - 2, MOST - 1, MOST]);
    expect((await wholeHistory(own, ahead)).map(({ version }) => version)).toEqual([1]);
    expect(await own.memories.update(versioned, { tags: ['b'] }, NOON)).toMatchObject({ version: MOST + 1 });
    expect(await own.memories.recordAccess(accessed, NOON)).toMatchObject({ accessCount: MOST + 1 });
    expect(await own.entities.get(versioned)).toMatchObject({ version: MOST });
  });

  runs('of accesses stay there', async () => {
    await opened.engine.pool.query('update memories set access_count = $1 where id = $2', [LARGEST - 1, accessed]);
    const { memories } = records.forTenant(tenant);
    for (let time = 0; time < 2; time += 1) {
      const rules = { shortTermCount: 3, episodicCount: 10, episodicAge: 1000 };
      expect(await memories.recordAccess(accessed, NOON, rules)).toMatchObject({ accessCount: LARGEST });
    }
  });

  runs('of sessions: a long one is kept, and tells those apart that begin alike', async () => {
    const { memories } = records.forTenant(tenant);
    // Many different characters, so that nothing compresses it.
    const long = Array.from({ length: 4000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join(
      '',
    );
    const [first, second] = [ids.next(), ids.next()];
    const inSession = (id: string, sessionId: string) => newMemory(id, { metadata: { sessionId } });
    await memories.insert([inSession(first, long), inSession(second, `${long.slice(0, 3999)}!`)]);
    expect(await memories.matching({ sessionId: long, includeArchived: false, includeSuperseded: false })).toEqual([
      first,
    ]);
  });
});
