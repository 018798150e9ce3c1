import { createEmbeddedIndex } from '@hippocamp/adapters/embedded-index/embedded-index';
import { answerOf, type Fault, sendJson, startStandIn, vectorOf } from '@hippocamp/adapters/openai/testing/stand-in';
import { createMemoryEmbedder, createMemoryVectors } from '@hippocamp/core/modules/indexing/memory-vectors';
import { createReconciler } from '@hippocamp/core/modules/upkeep/reconciler';
import type { Log } from '@hippocamp/core/ports/log';
import { NOON, newMemory, quietLog, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { migrate } from '@hippocamp/db/engine/migrate';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { createRecords } from '@hippocamp/db/records';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { changeBehind } from './change-embedder.js';
import { openEmbedderInUse } from './embedder-in-use.js';
import { createSharedModel } from './shared-model.js';
import { createTextPorts } from './text/text-ports.js';

const clock = { now: () => NOON };
const tenant = tenantNamed('acme');
const ids = sequentialIds(5);
const said = ['The kettle is blue.', 'The boat is red.', 'The barn is old.'];

/** Refuses texts that name a kettle. */
const refuseKettles: Fault = (response, { body: { input, dimensions } }) =>
  input.some((text) => text.includes('kettle'))
    ? sendJson(response, { error: { message: 'Not this text.' } }, 400)
    : sendJson(response, answerOf(input.map((text) => vectorOf(text).slice(0, dimensions))));

const standIn = await startStandIn();
const [embedded] = testEngines;
let opened: Awaited<ReturnType<typeof embedded.open>>;
beforeAll(async () => {
  opened = await embedded.open();
  await migrate(opened.engine.pool);
});
afterAll(async () => {
  await standIn.stop();
  await opened.close();
});

/** A store of word vectors in a process that is set to the stand-in. */
async function openStore(log: Log) {
  const { pool, kind } = opened.engine;
  const records = await createRecords({ pool, kind, log });
  const index = createEmbeddedIndex({ sql: pool });
  const { embedder: words, lexicon } = await createTextPorts('o200k_base');
  await index.ensure({ id: words.id, dimensions: words.dimensions });
  await records.embedders.decide({ id: words.id, dimensions: words.dimensions }, NOON);
  const server = { url: standIn.url, model: 'stand-in', apiKey: undefined, dimensions: undefined, prefixes: undefined };
  const embedderInUse = await openEmbedderInUse({
    ...{ words, records, clock, log, settings: { kind: 'openai', timeout: 30_000, ...server } },
    model: createSharedModel({ threads: 1, finds: false }),
  });
  const { embedder } = embedderInUse;
  const embedMemories = createMemoryEmbedder(words);
  return {
    ...{ records, index, lexicon, embedderInUse, embedMemories, clock },
    memoryVectors: createMemoryVectors({ embedder, embedMemories, records }),
    reconciler: createReconciler({ records, index, clock, log }),
  };
}

describe('an embedded start with another embedder', () => {
  it('tells which memories that embedder refuses, and leaves them a job', async () => {
    const store = await openStore(quietLog);
    const { records, embedderInUse } = store;
    const own = records.forTenant(tenant);
    const memories = said.map((content) => newMemory(ids.next(), { content }));
    await own.memories.insert(memories);
    const states = await own.memories.indexStates(memories.map(({ id }) => id));
    await own.memories.markIndexed(states.map((state) => ({ ...state, embeddingId: null })));

    standIn.fail(refuseKettles, 10_000);
    const lines: [string, Record<string, unknown>][] = [];
    const note = (fields: Record<string, unknown>, line: string) => void lines.push([line, fields]);
    const stop = changeBehind({ ...store, log: { ...quietLog, info: note, warn: note } });
    await vi.waitFor(() => expect(lines).toHaveLength(2), { timeout: 60_000 });
    await stop();
    const embedder = embedderInUse.embedder.id;
    expect(embedder).toContain('stand-in');
    expect(lines[1]).toEqual([
      'the other embedder refuses some memories; words find them',
      { embedder, count: 1, memories: [{ tenant, id: memories[0]?.id }] },
    ]);
    const counts = await records.outbox.counts(NOON);
    expect(counts.map(({ kind, waiting }) => [kind, waiting])).toContainEqual(['embed', 1]);
    expect(await own.memories.vectorCounts()).toEqual({ done: 2, waiting: 1 });
  });
});
