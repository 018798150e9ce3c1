import { filterOf, newMemory, newRelation, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksTouched } from './testing/plans.js';
import { openRecordsOn, type RecordsOn } from './testing/records-on.js';

const tenant = tenantNamed('acme');
/** Edges to each memory, first and in the end. To look at each of them takes a block or more. */
const [FEW, EDGES] = [40, 400];
const MEMORIES = 20;
/** A larger index has a level more, and each pair is looked up in it. */
const SPARE = 2 * MEMORIES * MEMORIES;

describe.each(testEngines)('edges of memories, on $kind,', ({ available, open }) => {
  let opened: RecordsOn;
  const ids = sequentialIds();
  const given = Array.from({ length: MEMORIES }, () => ids.next());
  const [later = '', earlier = ''] = given;
  const others = Array.from({ length: EDGES }, () => ids.next());
  const runs = test.skipIf(!available);
  const own = () => opened.records.forTenant(tenant);

  const leadingFrom = async (sources: readonly string[]) => {
    const text = `insert into relations (tenant_id, id, type, from_type, from_id, to_type, to_id, weight, metadata, created_at)
      select $1, gen_random_uuid(), 'may_supersede', 'memory', from_id, 'memory', to_id, 1, '{}', now()
      from unnest($2::uuid[]) as sources (from_id), unnest($3::uuid[]) as targets (to_id)`;
    await opened.pool.query(text, [tenant, sources, given]);
    await opened.pool.query('analyze');
  };

  beforeAll(async () => {
    if (!available) return;
    opened = await openRecordsOn(open);
    await own().memories.insert([...given, ...others].map((id) => newMemory(id)));
    await own().relations.add([newRelation(ids.next(), { type: 'may_supersede', fromId: later, toId: earlier })]);
    await leadingFrom(others.slice(0, FEW));
  });
  afterAll(() => opened?.close());

  runs('come with a question between those that it found, however many lead to each', async () => {
    const { relations, memories } = own();
    const told = { of: given, earlier: given, among: [{ earlierId: earlier, laterId: later }] };
    const wanted = { ids: given, whole: MEMORIES, replacing: 'may_supersede' };
    const near = async () => (await memories.lists(filterOf(), 1, 1, wanted)).near.told;
    const asked = () => relations.toldBefore('may_supersede', given);
    const touchedBy = (work: () => Promise<unknown>) => blocksTouched(opened.pool, work);
    const few = [await touchedBy(near), await touchedBy(asked)];
    await leadingFrom(others.slice(FEW));
    expect([await near(), await asked()]).toEqual([told, told]);
    const many = [await touchedBy(near), await touchedBy(asked)];
    expect(SPARE).toBeLessThan((EDGES - FEW) * MEMORIES);
    for (const [place, blocks] of many.entries()) expect(blocks).toBeLessThan((few[place] ?? 0) + SPARE);
  });

  runs('are as many as the memories that were replaced, where the earliest is looked for', async () => {
    const found = await own().relations.replacing('may_supersede', given);
    expect(found.map(({ earlierId }) => earlierId).sort()).toEqual([...given].sort());
  });
});
