import type { AgeingRules } from '@hippocamp/core/modules/lifecycle/rules';
import { exportLines } from '@hippocamp/core/modules/transfer/export';
import { prepareLine, storeLines } from '@hippocamp/core/modules/transfer/store-lines';
import { minutesAfter, NOON, newIngest, newMemory, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { exportLine } from '@hippocamp/shared/schemas/transfer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecordsOn, type RecordsOn } from './testing/records-on.js';

const tenant = tenantNamed('acme');
const ageing = { dueAt: () => null } as unknown as AgeingRules;

describe.each(testEngines)('an import, on $kind,', ({ available, open }) => {
  let opened: RecordsOn;
  const ids = sequentialIds();
  const runs = test.skipIf(!available);

  beforeAll(async () => {
    if (!available) return;
    opened = await openRecordsOn(open);
  });
  afterAll(() => opened?.close());

  const store = async (id: string) => {
    const own = opened.records.forTenant(tenant);
    const memory = (await own.transfer.memories(null, 100)).find((each) => each.id === id);
    if (!memory) throw new Error('There is no such memory.');
    const context = { tenant, ageing, now: NOON };
    const again = () =>
      own.transaction((repositories) =>
        storeLines(repositories, [prepareLine({ kind: 'memory', ...memory, history: [] }, null, context)], NOON),
      );
    return { own, memory, again };
  };

  runs('brings a memory back whose deletion the index has not confirmed', async () => {
    const id = ids.next();
    await opened.records.forTenant(tenant).memories.insert([newMemory(id, { content: 'Ada lives in Paris.' })]);
    const { own, memory, again } = await store(id);
    await own.memories.bury([id], minutesAfter(1));
    const [tombstone] = await own.memories.indexStates([id]);
    expect(await again()).toHaveLength(1);
    const back = await own.memories.get(id);
    expect(back).toMatchObject({ content: 'Ada lives in Paris.', createdAt: memory.createdAt });
    expect(back?.version).toBeGreaterThan(tombstone?.version ?? 0);
    // A late mark from the index must not remove it.
    const late = { id, version: tombstone?.version ?? 0, indexEpoch: 0, embeddingId: null };
    expect(await own.memories.markIndexed([late])).toEqual({ moved: [id] });
    expect(await own.memories.get(id)).not.toBeNull();
    expect(await own.outbox.withdraw({ kind: 'index', ref: id })).toBe(true);
  });

  runs('leaves a living memory as it is', async () => {
    const id = ids.next();
    await opened.records.forTenant(tenant).memories.insert([newMemory(id)]);
    const { own, again } = await store(id);
    await own.memories.update(id, { content: 'Changed since.' }, minutesAfter(1));
    expect(await again()).toEqual([]);
    expect(await own.memories.get(id)).toMatchObject({ content: 'Changed since.', version: 2 });
  });

  runs('is given an ingest under way as a failed one, without what was said off the record', async () => {
    const traceId = ids.next();
    const own = opened.records.forTenant(tenantNamed('exported'));
    const unkept = [{ turn: 0, role: 'user', content: 'Off the record.' }];
    await own.ingests.insert(newIngest(traceId, { request: { source: 'chat', unkept } }));
    let lines = '';
    for await (const piece of exportLines(own)) lines += piece;
    expect(lines).not.toContain('Off the record.');
    const ingests = lines
      .trimEnd()
      .split('\n')
      .map((line) => exportLine.parse(JSON.parse(line)))
      .filter(({ kind }) => kind === 'ingest');
    expect(ingests).toMatchObject([
      { traceId, state: 'failed', result: null, error: expect.stringContaining('under way') },
    ]);
  });
});
