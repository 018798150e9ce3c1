import { Problem } from '@hippocamp/shared/problems';
import type { TenantId, Tier } from '@hippocamp/shared/schemas/common';
import type { Memory, MemoryCreate, MemoryHistory, MemoryPatch } from '@hippocamp/shared/schemas/memories';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { KeptReading, MemoryChanges, MemoryRecord, Records } from '../../ports/records.js';
import type { Caller } from '../caller.js';
import { expectVersion } from '../expect-version.js';
import type { Facts } from '../facts/facts.js';
import { keysOf, unread } from '../facts/memory-keys.js';
import { orAsKept } from '../idempotency/or-as-kept.js';
import type { Once, RunOnce } from '../idempotency/run-once.js';
import type { Indexing } from '../indexing/index-memories.js';
import type { AgeingRules } from '../lifecycle/rules.js';
import { buryMemories } from './bury-memories.js';
import { difference, historyView, memoryView } from './memory-view.js';
import { newMemory } from './new-memory.js';
import { contentHash } from './normalise.js';
import { storeMemories } from './store-memories.js';

export interface MemoryServiceDependencies {
  records: Records;
  indexing: Indexing;
  runOnce: RunOnce;
  facts: Facts;
  ageing: AgeingRules;
  clock: Clock;
  ids: Ids;
}

export interface MemoryService {
  create(caller: Caller, input: MemoryCreate): Promise<Once<Memory>>;
  get(caller: Caller, id: string): Promise<Memory>;
  /** `expected` are versions that the caller accepts; any when undefined. */
  update(caller: Caller, id: string, patch: MemoryPatch, expected: readonly number[] | undefined): Promise<Memory>;
  remove(caller: Caller, id: string, expected: readonly number[] | undefined): Promise<void>;
  access(caller: Caller, id: string): Promise<Once<Memory>>;
  history(caller: Caller, id: string): Promise<MemoryHistory>;
}

/** How long a repeat waits for a first request that is finishing, ms. */
export const PATIENCE = 10_000;

const unknownMemory = () => new Problem('not-found', 'No memory has this id.');

const moved = (tier: Tier, before: MemoryRecord, ageing: AgeingRules, now: Date) => ({
  tierSince: now,
  dueAt: ageing.dueAt({ ...before, tier, tierSince: now }),
});

const changesOf = (patch: MemoryPatch, before: MemoryRecord, ageing: AgeingRules, now: Date): MemoryChanges => ({
  ...patch,
  ...(patch.content === undefined ? {} : { contentHash: contentHash(patch.content) }),
  ...(patch.tier === undefined ? {} : moved(patch.tier, before, ageing, now)),
});

/** One memory at a time: create, read, change, remove, record an access. */
export function createMemoryService(dependencies: MemoryServiceDependencies): MemoryService {
  const { records, indexing, runOnce, facts, ageing, clock, ids } = dependencies;

  const find = async (caller: Caller, id: string): Promise<MemoryRecord> => {
    const record = await records.forTenant(caller.tenant).memories.get(id);
    if (!record) throw unknownMemory();
    return record;
  };

  const read = async (tenant: TenantId, content: string): Promise<KeptReading> => {
    const [reading] = await facts.readToKeep(tenant, [content]);
    if (!reading) throw new Error('a text was not read');
    return reading;
  };

  return {
    async create(caller, input) {
      const { tenant } = caller;
      const reading = await read(tenant, input.content);
      return runOnce<Memory>(records.forTenant(tenant), caller.idempotency, {
        patience: PATIENCE,
        alone: true,
        mentions: ({ id }) => [id],
        async effect(repositories) {
          const now = clock.now();
          const memory = newMemory(ids.next(), input, reading, { tenant, ageing, now });
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
    },

    async get(caller, id) {
      return memoryView(caller.tenant, await find(caller, id), clock.now());
    },

    async update(caller, id, patch, expected) {
      const { tenant } = caller;
      const now = clock.now();
      const written = patch.content === undefined ? null : await read(tenant, patch.content);
      const changed = await records.forTenant(tenant).transaction(async ({ memories, history, outbox }) => {
        const before = await memories.get(id, { lock: true });
        if (!before) throw unknownMemory();
        expectVersion('memory', before, expected);
        // Who "I" is may change with the metadata, so what was read counts anew.
        const reading = written ?? (await memories.readings([id])).get(id);
        const { metadata = before.metadata } = patch;
        const { factKeys, ...keys } = reading ? keysOf(tenant, { ...before, metadata }, reading) : unread;
        const after = await memories.update(id, { ...changesOf(patch, before, ageing, now), ...keys }, now);
        if (!after) throw unknownMemory();
        await memories.setFacts(id, factKeys);
        const told = difference(historyView(before), historyView(after));
        await history.add([{ memoryId: id, version: after.version, change: 'updated', at: now, ...told }]);
        await outbox.ring([{ kind: 'index', ref: id }], now, now);
        return after;
      });
      await indexing.syncNow(tenant, [id]);
      return memoryView(tenant, await orAsKept(changed, () => find(caller, id)), clock.now());
    },

    async remove(caller, id, expected) {
      const touched = await records.forTenant(caller.tenant).transaction(async (repositories) => {
        const record = await repositories.memories.get(id, { lock: true });
        if (!record) throw unknownMemory();
        expectVersion('memory', record, expected);
        return buryMemories(repositories, [id], { tenant: caller.tenant, ageing, now: clock.now() });
      });
      await indexing.syncNow(caller.tenant, touched);
    },

    access(caller, id) {
      const now = clock.now();
      return runOnce<Memory>(records.forTenant(caller.tenant), caller.idempotency, {
        patience: PATIENCE,
        alone: true,
        mentions: (memory) => [memory.id],
        async effect({ memories }) {
          const record = await memories.recordAccess(id, now, ageing.access);
          if (!record) throw unknownMemory();
          return memoryView(caller.tenant, record, now);
        },
        finish: async (memory) => memory,
      });
    },

    async history(caller, id) {
      await find(caller, id);
      const entries = await records.forTenant(caller.tenant).history.of(id);
      return {
        history: entries.map(({ memoryId: _memoryId, at, ...entry }) => ({ ...entry, at: at.toISOString() })),
      };
    },
  };
}
