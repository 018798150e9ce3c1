import type { Facts } from '@hippocamp/core/modules/facts/facts';
import type { AgeingRules } from '@hippocamp/core/modules/lifecycle/rules';
import { storeLines } from '@hippocamp/core/modules/transfer/store-lines';
import type { Records } from '@hippocamp/core/ports/records';
import { minutesAfter, NOON, newMemory, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { migrate } from '@hippocamp/db/engine/migrate';
import { type TestEngine, testEngines } from '@hippocamp/db/engine/testing/engines';
import { createRecords } from '@hippocamp/db/records';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const tenant = tenantNamed('acme');
const facts = { keys: () => ({ factKeys: [], wordKeys: [] }) } as unknown as Facts;
const ageing = { dueAt: () => null } as unknown as AgeingRules;

describe.each(testEngines)('an import, on $kind,', ({ available, open }) => {
  let opened: TestEngine;
  let records: Records & { close(): Promise<void> };
  const ids = sequentialIds();
  const runs = test.skipIf(!available);

  beforeAll(async () => {
    if (!available) return;
    opened = await open();
    const { pool, kind } = opened.engine;
    await migrate(pool);
    records = await createRecords({ pool, kind });
  });
  afterAll(async () => {
    await records?.close();
    await opened?.close();
  });

  const store = async (id: string) => {
    const own = records.forTenant(tenant);
    const memory = (await own.transfer.memories(null, 100)).find((each) => each.id === id);
    if (!memory) throw new Error('There is no such memory.');
    const making = { tenant, facts, ageing, now: NOON };
    const again = () =>
      own.transaction((repositories) => storeLines(repositories, [{ kind: 'memory', ...memory }], making));
    return { own, memory, again };
  };

  runs('brings a memory back whose deletion the index has not confirmed', async () => {
    const id = ids.next();
    await records.forTenant(tenant).memories.insert([newMemory(id, { content: 'Ada lives in Paris.' })]);
    const { own, memory, again } = await store(id);
    await own.memories.bury([id], minutesAfter(1));
    const [tombstone] = await own.memories.indexStates([id]);
    expect(await again()).toHaveLength(1);
    const back = await own.memories.get(id);
    expect(back).toMatchObject({ content: 'Ada lives in Paris.', createdAt: memory.createdAt });
    expect(back?.version).toBeGreaterThan(tombstone?.version ?? 0);
    // What was on its way to the index does not take it away.
    const late = { id, version: tombstone?.version ?? 0, indexEpoch: 0, embeddingId: null };
    expect(await own.memories.markIndexed([late])).toEqual({ moved: [id] });
    expect(await own.memories.get(id)).not.toBeNull();
    expect(await own.outbox.withdraw({ kind: 'index', ref: id })).toBe(true);
  });

  runs('leaves a living memory as it is', async () => {
    const id = ids.next();
    await records.forTenant(tenant).memories.insert([newMemory(id)]);
    const { own, again } = await store(id);
    await own.memories.update(id, { content: 'Changed since.' }, minutesAfter(1));
    expect(await again()).toEqual([]);
    expect(await own.memories.get(id)).toMatchObject({ content: 'Changed since.', version: 2 });
  });
});
