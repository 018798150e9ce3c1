import type { Memory, MemoryCreate } from '@hippocamp/shared/schemas/memories';
import { type Caller, ownRecords } from '../caller.js';
import { orAsKept } from '../idempotency/or-as-kept.js';
import type { Once } from '../idempotency/run-once.js';
import { type MemoryServiceDependencies, PATIENCE } from './memory-dependencies.js';
import { memoryView } from './memory-view.js';
import { newMemory } from './new-memory.js';
import { storeMemories } from './store-memories.js';

export type CreateMemory = (caller: Caller, input: MemoryCreate) => Promise<Once<Memory>>;

/** Stores one memory, and waits a moment until it can be found. */
export function createMemoryCreation(dependencies: MemoryServiceDependencies): CreateMemory {
  const { records, indexing, runOnce, facts, ageing, clock, ids } = dependencies;
  return async (caller, input) => {
    const { tenant } = caller;
    const [reading] = await facts.readToKeep(tenant, [input.content]);
    if (!reading) throw new Error('a text was not read');
    const id = ids.next();
    return runOnce<Memory>(ownRecords(records, caller), caller.idempotency, {
      patience: PATIENCE,
      alone: true,
      mentions: () => [id],
      async find({ memories }) {
        const record = await memories.get(id);
        return record && memoryView(tenant, record, clock.now());
      },
      async effect(repositories) {
        const now = clock.now();
        const memory = newMemory(id, input, reading, { tenant, ageing, now });
        await storeMemories(repositories, [memory], now);
        const fresh = { embeddingId: null, archivedAt: null, version: 1 };
        return memoryView(tenant, { ...memory, ...fresh }, now);
      },
      async finish(memory) {
        await indexing.syncNow(tenant, [memory.id]);
        const record = await orAsKept(null, () => records.forTenant(tenant).memories.get(memory.id));
        return record ? memoryView(tenant, record, clock.now()) : memory;
      },
    });
  };
}
