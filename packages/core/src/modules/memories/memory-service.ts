import type {
  DeletedMemory,
  Memory,
  MemoryCreate,
  MemoryHistory,
  MemoryHistoryQuery,
  MemoryPatch,
} from '@hippocamp/shared/schemas/memories';
import type { MemoryRecord } from '../../ports/records.js';
import { type Caller, expectVersion, known, ownRecords } from '../caller.js';
import { fallbackOnOutage, type Once } from '../idempotency/run-once.js';
import { pageOfHistory } from '../memory-store/history-of.js';
import { lockOwners } from '../memory-store/lock-owners.js';
import type { MemoryServiceDependencies } from '../memory-store/memory-dependencies.js';
import { memoryView } from '../memory-store/memory-view.js';
import { newMemory, storeMemories } from '../memory-store/new-memory.js';
import { decodeCursor, encodeCursor } from '../paging/cursor.js';
import { forgetEarlier } from '../redaction/forget-words.js';
import { removeMemories } from '../redaction/remove-memories.js';
import { patchMemory } from './patch-memory.js';

export interface MemoryService {
  create(caller: Caller, input: MemoryCreate): Promise<Once<Memory>>;
  get(caller: Caller, id: string): Promise<Memory>;
  /** `expected` are versions that the caller accepts; any when undefined. */
  update(caller: Caller, id: string, patch: MemoryPatch, expected: readonly number[] | undefined): Promise<Memory>;
  remove(caller: Caller, id: string, expected: readonly number[] | undefined): Promise<DeletedMemory>;
  access(caller: Caller, id: string): Promise<Once<Memory>>;
  /** Oldest first. */
  history(caller: Caller, id: string, query: MemoryHistoryQuery): Promise<MemoryHistory>;
  /** Forgets what the memory said before it was changed, wherever that stands. */
  forgetHistory(caller: Caller, id: string): Promise<DeletedMemory>;
}

const deletedView = ({ keptIn }: { keptIn: string[] }): DeletedMemory => ({
  deleted: true,
  ...(keptIn.length === 0 ? {} : { keptIn: [...keptIn].sort() }),
});

function createMemoryCreation({
  records,
  indexing,
  runOnce,
  facts,
  ageing,
  clock,
  ids,
}: MemoryServiceDependencies): MemoryService['create'] {
  return async (caller, input) => {
    const { tenant } = caller;
    const [reading] = await facts.readToKeep(tenant, [input.content]);
    if (!reading) throw new Error('a text was not read');
    const id = ids.next();
    return runOnce<Memory>(ownRecords(records, caller), caller.idempotency, {
      first: caller.makeOwners,
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
        const record = await fallbackOnOutage(null, () => records.forTenant(tenant).memories.get(memory.id));
        return record ? memoryView(tenant, record, clock.now()) : memory;
      },
    });
  };
}

export function createMemoryService(dependencies: MemoryServiceDependencies): MemoryService {
  const { records, indexing, runOnce, facts, ageing, clock, ids } = dependencies;

  const find = async (caller: Caller, id: string): Promise<MemoryRecord> =>
    known('memory', await records.forTenant(caller.tenant).memories.get(id));

  return {
    create: createMemoryCreation(dependencies),

    async get(caller, id) {
      return memoryView(caller.tenant, await find(caller, id), clock.now());
    },

    async update(caller, id, patch, expected) {
      const { tenant } = caller;
      const now = clock.now();
      const [written = null] = patch.content === undefined ? [] : await facts.readToKeep(tenant, [patch.content]);
      const changed = await ownRecords(records, caller).transaction(async (repositories) => {
        await lockOwners(repositories, [id]);
        const before = known('memory', await repositories.memories.get(id, { lock: true }));
        expectVersion('memory', before, expected);
        return known('memory', await patchMemory(repositories, before, { patch, written }, { tenant, ageing, now }));
      });
      await indexing.syncNow(tenant, [id]);
      return memoryView(tenant, await fallbackOnOutage(changed, () => find(caller, id)), clock.now());
    },

    async remove(caller, id, expected) {
      const { touched, ...deleted } = await ownRecords(records, caller).transaction(async (repositories) => {
        await lockOwners(repositories, [id]);
        const record = known('memory', await repositories.memories.get(id, { lock: true, hidden: true }));
        expectVersion('memory', record, expected);
        return removeMemories(repositories, [id], { now: clock.now(), ids, revives: true });
      });
      await indexing.syncNow(caller.tenant, touched);
      return deletedView(deleted);
    },

    access(caller, id) {
      const now = clock.now();
      return runOnce<Memory>(records.forTenant(caller.tenant), caller.idempotency, {
        alone: true,
        mentions: (memory) => [memory.id],
        async effect({ memories }) {
          return memoryView(caller.tenant, known('memory', await memories.recordAccess(id, now, ageing.access)), now);
        },
        finish: async (memory) => memory,
      });
    },

    async history(caller, id, { limit, cursor }) {
      await find(caller, id);
      const scope = [caller.tenant, 'history', id];
      const after = cursor === undefined ? 0 : decodeCursor(cursor, scope).value;
      const { history } = records.forTenant(caller.tenant);
      const { entries, isLast } = await pageOfHistory(history, { memoryId: id, version: after }, limit);
      const last = isLast ? undefined : entries.at(-1);
      return {
        history: entries.map(({ memoryId: _memoryId, at, ...change }) => ({ ...change, at: at.toISOString() })),
        nextCursor: last ? encodeCursor({ value: last.version, id }, scope) : null,
      };
    },

    async forgetHistory(caller, id) {
      const { touched, ...deleted } = await ownRecords(records, caller).transaction(async (repositories) => {
        await lockOwners(repositories, [id]);
        const record = known('memory', await repositories.memories.get(id, { lock: true }));
        return forgetEarlier(repositories, record, clock.now());
      });
      await indexing.syncNow(caller.tenant, touched);
      return deletedView(deleted);
    },
  };
}
