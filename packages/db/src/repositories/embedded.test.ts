import type { TenantRecords } from '@hippocamp/core/ports/records';
import {
  filterOf,
  minutesAfter,
  newMemory,
  quietLog,
  sequentialIds,
  tenantNamed,
} from '@hippocamp/core/testing/builders';
import type { Engine } from '@hippocamp/db/engine/engine';
import { migrate } from '@hippocamp/db/engine/migrate';
import { openPglite } from '@hippocamp/db/engine/pglite';
import { createRecords } from '@hippocamp/db/records';
import { keptPlanOf, planOf, type Step, stepsOfEach, stepsTaken } from '@hippocamp/db/repositories/testing/plans';
import { type JsonObject, tierNames } from '@hippocamp/shared/schemas/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROWS = 5000;
const ids = sequentialIds();

const memoryOf = (index: number) =>
  newMemory(ids.next(), {
    createdAt: minutesAfter(index - ROWS),
    recencyAt: minutesAfter((index * 7919) % ROWS),
    tier: tierNames[index % 3] ?? 'episodic',
    // Half of the values are equal, as where nobody sets them.
    importanceScore: index % 2 === 0 ? 0.5 : index / ROWS,
    accessCount: index % 5,
    metadata: { sessionId: `session ${index % 100}` },
  });

describe('on the embedded engine, with thousands of rows,', () => {
  let engine: Engine;
  let again: Awaited<ReturnType<typeof createRecords>>;
  let own: TenantRecords;
  let allIds: string[];

  beforeAll(async () => {
    engine = await openPglite({ folder: 'memory://' });
    await migrate(engine.pool);
    const records = await createRecords({ pool: engine.pool, kind: engine.kind, log: quietLog });
    const { memories } = records.forTenant(tenantNamed('large'));
    const rows = Array.from({ length: ROWS }, (_, index) => memoryOf(index));
    allIds = rows.map(({ id }) => id);
    for (let start = 0; start < ROWS; start += 500) await memories.insert(rows.slice(start, start + 500));
    const indexed = allIds.slice(10).map((id) => ({ id, version: 1, indexEpoch: 0, embeddingId: null }));
    for (let start = 0; start < ROWS; start += 500) await memories.markIndexed(indexed.slice(start, start + 500));
    // Waits for the vacuum that the writes called for, and for one after the later writes.
    await records.close();
    await (await createRecords({ pool: engine.pool, kind: engine.kind, log: quietLog })).close();
    again = await createRecords({ pool: engine.pool, kind: engine.kind, log: quietLog });
    own = again.forTenant(tenantNamed('large'));
  });
  afterAll(async () => {
    await again.close();
    await engine.close();
  });

  it('the planner knows how many there are, and dead rows gave their place back', async () => {
    const { rows } = await engine.pool.query(
      `select reltuples::int as rows, n_dead_tup::int as dead from pg_class join pg_stat_user_tables on relid = oid
      where pg_class.relname = 'memories'`,
    );
    expect(rows[0].rows).toBeGreaterThan(ROWS * 0.75);
    expect(rows[0].dead).toBeLessThan(ROWS * 0.5);
  });

  it.each([
    ['a plan of its own', planOf],
    ['the plan that is kept', keptPlanOf],
  ])('the sorted lists are read off their indexes by %s', async (_plan, planBy) => {
    const plan = await planBy(engine.pool, () => own.memories.lists(filterOf(), 100, 200));
    expect(plan).not.toMatch(/Seq Scan|Sort/);
    for (const name of ['recency_fading', 'recency_semantic', 'importance', 'unindexed']) {
      expect(plan).toContain(`memories_${name}_idx`);
    }
  });

  it.each(['createdAt', 'importanceScore', 'accessCount'] as const)('pages by %s too, both ways', async (sortBy) => {
    for (const sortOrder of ['asc', 'desc'] as const) {
      const request = { filter: filterOf(), sortBy, sortOrder, limit: 20, offset: 0 };
      const after = { value: sortBy === 'createdAt' ? minutesAfter(-100).getTime() : 0.5, id: allIds[99] ?? '' };
      for (const asked of [request, { ...request, after: { ...after, value: Math.ceil(after.value) } }]) {
        const plan = await planOf(engine.pool, () => own.memories.page(asked));
        expect(plan).toMatch(/Limit\n\s+->\s+Index Scan( Backward)? using memories_(created|importance|access)_idx/);
      }
    }
  });

  it('facts are looked up by key, few or many', async () => {
    for (const count of [10, 500, ROWS]) {
      const plan = await planOf(engine.pool, () => own.memories.facts(allIds.slice(0, count), filterOf()));
      expect(plan).toContain('Index Scan using memories_pkey');
      expect(plan).not.toContain('Seq Scan');
    }
  });

  it('facts of very many are looked up in several statements, so that others get their turn in between', async () => {
    const [unknown, found] = [Array.from({ length: 7000 }, () => ids.next()), allIds.slice(0, 3000)];
    const statements = await stepsOfEach(engine.pool, async () => {
      expect(await own.memories.facts([...unknown, ...found, ...found], filterOf())).toHaveLength(3000);
    });
    const givenTo = (steps: Step[]) => steps.find(({ name }) => name === 'Function Scan')?.read;
    expect(statements.map(givenTo)).toEqual([5000, 5000]);
  });

  it('they still are when all that waited for the index is in it, whatever samples say of the rows', async () => {
    await engine.pool.query('update memories set access_count = access_count');
    await (await createRecords({ pool: engine.pool, kind: engine.kind, log: quietLog })).close();
    for (let samples = 0; samples < 5; samples += 1) {
      await engine.pool.query('vacuum analyze memories');
      const plan = await planOf(engine.pool, () => own.memories.lists(filterOf(), 100, 200));
      expect(plan).not.toMatch(/Seq Scan|Sort/);
    }
  });

  it('values of a filter by metadata are parsed once by the plan that is kept, not for each memory', async () => {
    const onceIn = async (metadata: JsonObject) => {
      const plan = await keptPlanOf(engine.pool, () => own.memories.lists(filterOf({ metadata }), 100, 200));
      return plan.match(/InitPlan/g)?.length ?? 0;
    };
    const lists = 4;
    expect((await onceIn({ a: [1, 2], b: 'x' })) - (await onceIn({}))).toBe(2 * lists);
  });

  it.each([
    ['few tags are each compared with each', 8, /tags (&&|@>) /],
    ['many tags are looked up', 9, /jsonb_exists_a(ny|ll)\(jsonb_object\(tags, tags\), /],
  ])('%s, by the plan that is kept', async (_which, count, expected) => {
    const sought = Array.from({ length: count }, (_, index) => `tag ${index}`);
    for (const filter of [{ tags: sought }, { tagsAll: sought }])
      expect(await keptPlanOf(engine.pool, () => own.memories.lists(filterOf(filter), 100, 200))).toMatch(expected);
  });

  it('each memory is read once for all lists where fewer pass than they hold', async () => {
    const read = async (metadata: JsonObject, m: number) => {
      const steps = await stepsTaken(engine.pool, () => own.memories.lists(filterOf({ metadata }), m, 200));
      const ofMemories = steps.filter(({ name }) => /^(Seq|Index|Bitmap Heap) Scan/.test(name));
      return ofMemories.reduce((sum, step) => sum + step.read, 0);
    };
    expect(await read({ topic: 'none' }, 100)).toBeLessThan(1.1 * ROWS);
    expect(await read({ sessionId: 'session 7' }, 100)).toBeLessThan(1.1 * ROWS);
    // As many as the lists hold may be the beginning of more.
    expect(await read({ sessionId: 'session 7' }, 50)).toBeGreaterThan(1.1 * ROWS);
  });

  it('a session is found by its index', async () => {
    const plan = await planOf(engine.pool, () => own.memories.count(filterOf({ sessionId: 'session 7' })));
    expect(plan).toContain('memories_session_idx');
  });
});
