import type { TenantRecords } from '@hippocamp/core/ports/records';
import { NOON, newMemory, quietLog, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import type { Engine } from '@hippocamp/db/engine/engine';
import { migrate } from '@hippocamp/db/engine/migrate';
import { openPglite } from '@hippocamp/db/engine/pglite';
import { createRecords } from '@hippocamp/db/records';
import { stepsOfEach, stepsTaken } from '@hippocamp/db/repositories/testing/plans';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MANY = 30_000;
const OTHERS = 5000;
const ids = sequentialIds();
const first = newMemory(ids.next(), { factKeys: ['a name'] });

let engine: Engine;
let records: Awaited<ReturnType<typeof createRecords>>;
let own: TenantRecords;
beforeAll(async () => {
  engine = await openPglite({ folder: 'memory://' });
  await migrate(engine.pool);
  records = await createRecords({ pool: engine.pool, kind: engine.kind, log: quietLog });
  own = records.forTenant(tenantNamed('crowded'));
  await own.memories.insert([first]);
  // Each a second younger than the one before, and indexed. Those up to `MANY` have the same words.
  await engine.pool.query(
    `insert into memories select whole.* from memories as first, generate_series(1, $2::int) as number,
      jsonb_populate_record(first, jsonb_build_object(
        'id', gen_random_uuid(), 'created_at', first.created_at + number * interval '1 second',
        'indexed_version', first.version,
        'content_hash', case when number > $1 then number::text else first.content_hash end)) as whole`,
    [MANY, MANY + OTHERS],
  );
  await engine.pool.query('analyze memories');
});
afterAll(async () => {
  await records.close();
  await engine.close();
});

/** Rows that all steps of the one statement read, added up: one that several steps hand on counts as often. */
const readBy = async (work: () => Promise<unknown>): Promise<number> =>
  (await stepsTaken(engine.pool, work)).reduce((sum, { read }) => sum + read, 0);

describe('of very many memories in the same words', () => {
  const { contentHash } = first;

  it('so many are looked at as may be repeats, once for all who speak, and the oldest is among them', async () => {
    const known = () => own.memories.knownBy(null, { hashes: [contentHash], byAssistant: [false] });
    expect(await readBy(known)).toBeLessThan(MANY);
    const found = (await known()).map(({ id }) => id);
    expect(found).toHaveLength(5);
    expect(found).toContain(first.id);
    expect(await readBy(() => own.memories.knownVersions(null, { hashes: [contentHash] }))).toBeLessThan(MANY);
  });

  it('no more are read than are asked for, or than it takes to find one', async () => {
    expect(await readBy(() => own.memories.withHashes(null, [contentHash], 100))).toBeLessThan(1000);
    expect(await own.memories.withHashes(null, [contentHash], 100)).toHaveLength(100);
    expect(await readBy(() => own.memories.sayingExactly(null, [contentHash, 'another']))).toBeLessThan(100);
    expect(await own.memories.sayingExactly(null, [contentHash, 'another'])).toEqual([contentHash]);
    expect(await readBy(() => own.memories.retiredHashes(null, [contentHash]))).toBeLessThan(MANY);
  });
});

it('of very many memories that give a name, and are replaced, the latest are looked at', async () => {
  const another = records.forTenant(tenantNamed('renamed'));
  const named = newMemory(ids.next(), { factKeys: ['a name'], invalidAt: NOON });
  await another.memories.insert([named]);
  await engine.pool.query(
    `with added as (
      insert into memories select whole.* from memories as first, generate_series(1, $1::int) as number,
        jsonb_populate_record(first, jsonb_build_object(
          'id', gen_random_uuid(), 'created_at', first.created_at + number * interval '1 second')) as whole
      where first.id = $2 returning tenant_id, id
    ) insert into memory_facts (tenant_id, fact_key, memory_id) select tenant_id, 'a name', id from added`,
    [5000, named.id],
  );
  await engine.pool.query('analyze memory_facts');
  const latest = newMemory('ffffffff-0000-7000-8000-000000000000', { factKeys: ['a name'] });
  await another.memories.insert([latest]);
  expect(await readBy(() => another.memories.withFacts(null, ['a name']))).toBeLessThan(5000);
  expect((await another.memories.withFacts(null, ['a name'])).map(({ id }) => id)).toEqual([latest.id]);
});

it('of very many memories that wait for their vectors, a question counts the newest', async () => {
  await engine.pool.query(
    `insert into outbox (tenant_id, kind, ref, due_at, created_at)
      select tenant_id, 'embed', id::text, created_at, created_at from memories where tenant_id = 'crowded'`,
  );
  await engine.pool.query('analyze outbox');
  const unembedded = () => own.memories.unembedded({ includeArchived: false, includeSuperseded: false });
  expect(await readBy(unembedded)).toBeLessThan(2 * MANY);
  expect(await unembedded()).toBe(10_000);
});

it('the plan of an interrupted run goes some at a time', async () => {
  const runId = ids.next();
  const run = { triggeredBy: 'test', dryRun: true, state: 'planning' as const, memories: 0, summary: null, errors: [] };
  await own.lifecycle.start({ id: runId, ...run, createdAt: NOON, completedAt: null, undoneAt: null });
  const action = { action: 'promoted', fromTier: 'short_term', toTier: 'episodic', reason: 'a reason' } as const;
  const planned = { groupId: null, plannedVersion: 1, plannedAccessCount: 0, fromTierSince: NOON };
  await own.lifecycle.plan(
    runId,
    Array.from({ length: 2500 }, () => ({ memoryId: ids.next(), ...action, ...planned })),
  );
  const steps = await stepsOfEach(engine.pool, () => own.lifecycle.clearPlan(runId));
  expect(steps).toHaveLength(3);
  expect(await own.lifecycle.tally(runId)).toEqual([]);
});

it('of very many jobs of the index, those of the memories that it has now are looked up, not all', async () => {
  const own = records.forTenant(tenantNamed('importing'));
  const stored = newMemory(ids.next());
  await own.memories.insert([stored]);
  await engine.pool.query(
    `insert into outbox (tenant_id, kind, ref, due_at, created_at)
      select 'importing', 'index', gen_random_uuid()::text, now(), now() from generate_series(1, $1::int)`,
    [OTHERS],
  );
  await engine.pool.query('analyze outbox');
  const [version] = await own.memories.versionsOf([stored.id]);
  const row = { id: stored.id, version: version?.version ?? 1, indexEpoch: 0, embeddingId: ids.next() };
  expect(await readBy(() => own.memories.markIndexed([row]))).toBeLessThan(100);
});
