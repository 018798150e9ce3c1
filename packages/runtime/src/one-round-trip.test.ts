import { createEmbeddedIndex, type EmbeddedIndex } from '@hippocamp/adapters/embedded-index/embedded-index';
import { createFactReader } from '@hippocamp/core/modules/facts/facts';
import { createMemoryEmbedder, createMemoryVectors } from '@hippocamp/core/modules/indexing/memory-vectors';
import { createVocabularyKeeper } from '@hippocamp/core/modules/indexing/vocabulary-keeper';
import { createRecall } from '@hippocamp/core/modules/retrieval/recall';
import { createSemaphore, type Semaphore, unlimited } from '@hippocamp/core/modules/waiting';
import type { VectorIndex } from '@hippocamp/core/ports/vector-index';
import { filterOf, quietLog as log, newEntity } from '@hippocamp/core/testing/builders';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type AgeingHouse, openAgeingHouse } from './testing/ageing-house.js';
import { createTextPorts } from './text/text-ports.js';

let house: AgeingHouse;
beforeAll(async () => {
  house = await openAgeingHouse();
});
afterAll(() => house.close());

/** The index holds its points in memory. */
async function createAsking({
  asked = (index: EmbeddedIndex): VectorIndex => index,
  semaphore = createSemaphore(2),
} = {}) {
  const { records, policies, state, sql } = house;
  const { language, embedder, lexicon } = await createTextPorts('o200k_base');
  const index = createEmbeddedIndex({ sql, memory: 2 ** 24 });
  await index.ensure({ id: embedder.id, dimensions: embedder.dimensions });
  const clock = { now: () => state.now };
  const vocabulary = createVocabularyKeeper({ records, lexicon, wakeUp: async () => true, clock });
  const memoryVectors = createMemoryVectors({ embedder, embedMemories: createMemoryEmbedder(embedder), records });
  const facts = createFactReader({ language, records, log });
  const common = { records, index: asked(index), embedder, memoryVectors, lexicon, vocabulary, policies, clock, log };
  return { vocabulary, index, recall: createRecall({ ...common, semaphore, facts, language }) };
}

it.each([null, 'monday'])('a question is one statement where the index is at hand (session: %s)', async (sessionId) => {
  const caller = house.caller();
  const { vocabulary, index, recall } = await createAsking();
  const ownerEntityId = house.ids.next();
  await house.records.forTenant(caller.tenant).entities.insert([newEntity(ownerEntityId, { externalId: 'alice' })]);
  for (let day = 1; day <= 60; day += 1) {
    const content = day % 5 === 0 ? `The ferry of day ${day} was late.` : `The kettle of day ${day} was cold.`;
    const metadata = sessionId === null ? {} : { sessionId: `${sessionId} ${day % 5}` };
    await house.memories.create(caller, {
      tier: 'episodic',
      content,
      importanceScore: 0.5,
      tags: [],
      metadata,
      ownerEntityId,
    });
  }
  await vocabulary.refresh(caller.tenant);
  const request = { questions: ['Was the ferry late?'], filter: filterOf(), k: 10, now: house.state.now };
  const sent = vi.spyOn(house.sql, 'query');
  const asked = async () => {
    sent.mockClear();
    return recall(caller.tenant, request);
  };
  // The first questions load the tenant into memory.
  await vi.waitFor(async () => {
    await asked();
    expect(sent).toHaveBeenCalledTimes(1);
  }, 60_000);
  const { rankings, records } = await asked();
  const [ranking] = rankings;
  expect(sent).toHaveBeenCalledTimes(1);
  expect(ranking?.ranked).toHaveLength(10);
  expect([...records.values()].map(({ owner }) => owner)).toEqual(Array.from({ length: 10 }, () => 'alice'));
  expect([...records.keys()].sort()).toEqual(ranking?.ranked.map(({ id }) => id).sort());
  sent.mockRestore();
  await index.close();
});

it('a question takes its turn in the name of its tenant, so that one who asks much holds up no other', async () => {
  const [many, one] = [house.caller(), house.caller()];
  const turns: string[] = [];
  const semaphore: Semaphore = {
    take: (who, work) => {
      turns.push(who);
      return work();
    },
  };
  const { index, recall } = await createAsking({ semaphore });
  const request = { questions: ['Was the ferry late?'], filter: filterOf(), k: 10, now: house.state.now };
  for (const { tenant } of [many, many, one]) await recall(tenant, request);
  expect(turns).toEqual([many.tenant, many.tenant, one.tenant]);
  await index.close();
});

it('few questions of a tenant look deep into the index at once, while others look less deep', async () => {
  const { tenant } = house.caller();
  const deep: (() => void)[] = [];
  const { index, recall } = await createAsking({
    semaphore: unlimited,
    asked: (index) => ({
      ...index,
      async blended(...asked) {
        const [, , , m] = asked;
        if (m > 1_000) await new Promise<void>((resolve) => deep.push(resolve));
        return (await index.blended?.(...asked)) ?? null;
      },
    }),
  });
  const ask = (k: number) =>
    recall(tenant, { questions: ['Was the ferry late?'], filter: filterOf(), k, now: house.state.now });
  // So many results need lists of many rows at once.
  const all = Array.from({ length: 7 }, () => ask(2_000));
  for (const most of [3, 3, 1]) {
    await vi.waitFor(() => expect(deep.length).toBeGreaterThanOrEqual(most), 60_000);
    await ask(10);
    expect(deep).toHaveLength(most);
    for (const next of deep.splice(0)) next();
  }
  expect((await Promise.all(all)).flatMap(({ rankings }) => rankings)).toHaveLength(7);
  await index.close();
});

it('questions that wait for the index to be read hold up nobody', async () => {
  const [stuck, alsoStuck, one] = [house.caller(), house.caller(), house.caller()];
  await house.memories.create(one, {
    ...{ tier: 'episodic', content: 'The ferry was late.', importanceScore: 0.5, tags: [], metadata: {} },
  });
  const never = new Promise<never>(() => undefined);
  const { index, recall } = await createAsking({
    asked: (index) => ({
      ...index,
      blended: (tenant, ...asked) => (tenant === one.tenant ? (index.blended?.(tenant, ...asked) ?? never) : never),
    }),
  });
  const request = { questions: ['Was the ferry late?'], filter: filterOf(), k: 10, now: house.state.now };
  for (const { tenant } of [stuck, alsoStuck]) recall(tenant, request).catch(() => undefined);
  expect((await recall(one.tenant, request)).records.size).toBe(1);
  await index.close();
});
