import { fit } from '@hippocamp/shared/operations/field-errors';
import { isProblem, type Problem, problemBody, validationFailed } from '@hippocamp/shared/problems';
import {
  type BatchResult,
  CONTEXT_LENGTH,
  type MemoryList,
  type MemoryListQuery,
  type MemoryStats,
  memoryCreate,
} from '@hippocamp/shared/schemas/memories';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { NewMemory, Records } from '../../ports/records.js';
import { createPace } from '../breathe.js';
import type { Caller } from '../caller.js';
import { lastDays, startOf } from '../days.js';
import type { Facts } from '../facts/facts.js';
import { orAsKept } from '../idempotency/or-as-kept.js';
import type { Once, RunOnce } from '../idempotency/run-once.js';
import type { Indexing } from '../indexing/index-memories.js';
import type { AgeingRules } from '../lifecycle/rules.js';
import { decodeCursor, encodeCursor } from './cursor.js';
import { toFilter } from './memory-filter.js';
import { PATIENCE } from './memory-service.js';
import { memoryView } from './memory-view.js';
import { type Making, newMemory } from './new-memory.js';
import { cutToEnd } from './normalise.js';
import { createRemoveMatching, type RemoveMatching } from './remove-matching.js';
import { storeMemories } from './store-memories.js';

export interface MemorySetsDependencies {
  records: Records;
  indexing: Indexing;
  runOnce: RunOnce;
  facts: Facts;
  ageing: AgeingRules;
  clock: Clock;
  ids: Ids;
}

export interface MemorySets {
  /** Each item by itself: a bad one costs only itself. */
  createBatch(caller: Caller, items: readonly unknown[]): Promise<Once<BatchResult>>;
  list(caller: Caller, query: MemoryListQuery): Promise<MemoryList>;
  stats(caller: Caller, days: number): Promise<MemoryStats>;
  removeMatching: RemoveMatching;
}

type Item = { memory: NewMemory } | { problem: Problem };

const sessionOf = (memory: NewMemory): unknown => memory.metadata.sessionId;

/** What came before in the batch belongs to the same conversation when owner and session are the same. */
const continues = (memory: NewMemory, before: NewMemory | undefined): before is NewMemory =>
  before !== undefined && before.ownerEntityId === memory.ownerEntityId && sessionOf(before) === sessionOf(memory);

const withContext = (memory: NewMemory, earlier: readonly NewMemory[]): NewMemory => {
  if (memory.context !== null) return memory;
  const before =
    sessionOf(memory) === undefined ? earlier.at(-1) : earlier.findLast((other) => continues(memory, other));
  if (!continues(memory, before)) return memory;
  return { ...memory, context: cutToEnd(before.content, CONTEXT_LENGTH), contextSourceIds: [before.id] };
};

const readItem = (item: unknown, id: string, making: Making): Item => {
  const { data, errors } = fit('body', memoryCreate, item);
  if (errors) return { problem: validationFailed(errors) };
  try {
    return { memory: newMemory(id, data, making) };
  } catch (error) {
    if (isProblem(error)) return { problem: error };
    throw error;
  }
};

/** Others are answered between the items, whose texts may be long. */
const readItems = async (items: readonly unknown[], ids: Ids, making: Making): Promise<Item[]> => {
  const pace = createPace();
  const earlier: NewMemory[] = [];
  const found: Item[] = [];
  for (const item of items) {
    await pace();
    const read = readItem(item, ids.next(), making);
    const memory = 'memory' in read ? withContext(read.memory, earlier) : undefined;
    if (memory) earlier.push(memory);
    found.push(memory ? { memory } : read);
  }
  return found;
};

/** Many memories at once: batches, lists, counts, removal by filter. */
export function createMemorySets(dependencies: MemorySetsDependencies): MemorySets {
  const { records, indexing, runOnce, facts, ageing, clock, ids } = dependencies;

  const present = (caller: Caller, read: readonly Item[], now: Date): BatchResult => ({
    results: read.map((item, index) => {
      if ('problem' in item) {
        const { problem } = item;
        return {
          index,
          status: problem.status,
          problem: problemBody(problem, `/memories/batch#${index}`, caller.requestId),
        };
      }
      const fresh = { embeddingId: null, archivedAt: null, version: 1 };
      return { index, status: 201, memory: memoryView(caller.tenant, { ...item.memory, ...fresh }, now) };
    }),
  });

  return {
    async createBatch(caller, items) {
      const { tenant } = caller;
      const forTenant = records.forTenant(tenant);
      const made = clock.now();
      // Before the transaction, which should not wait for what takes time with 500 texts.
      const read = await readItems(items, ids, { tenant, facts, ageing, now: made });
      return runOnce<BatchResult>(forTenant, caller.idempotency, {
        patience: PATIENCE,
        mentions: ({ results }) => results.flatMap(({ memory }) => (memory ? [memory.id] : [])),
        async effect(repositories) {
          const memories = read.flatMap((item) => ('memory' in item ? [item.memory] : []));
          await storeMemories(repositories, memories, made);
          return present(caller, read, made);
        },
        async finish(batch) {
          const stored = batch.results.flatMap(({ memory }) => (memory ? [memory.id] : []));
          await indexing.syncNow(tenant, stored);
          const rows = new Map(
            (await orAsKept([], () => forTenant.memories.getMany(stored))).map((row) => [row.id, row]),
          );
          const now = clock.now();
          const results = batch.results.map((result) => {
            const row = result.memory && rows.get(result.memory.id);
            return row ? { ...result, memory: memoryView(tenant, row, now) } : result;
          });
          return { results };
        },
      });
    },

    async list(caller, query) {
      const { offset, limit, cursor, sortBy, sortOrder, tier, tag, ...rest } = query;
      const filter = toFilter({ ...rest, ...(tier ? { tiers: [tier] } : {}), ...(tag ? { tags: [tag] } : {}) });
      const scope = [caller.tenant, filter, sortBy, sortOrder];
      const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
      const { memories } = records.forTenant(caller.tenant);
      const page = await memories.page({ filter, sortBy, sortOrder, limit, offset, after });
      const now = clock.now();
      return {
        memories: page.memories.map((record) => memoryView(caller.tenant, record, now)),
        total: page.total,
        offset,
        limit,
        nextCursor: page.last ? encodeCursor(page.last, scope) : null,
      };
    },

    async stats(caller, days) {
      const dates = lastDays(days, clock.now());
      const since = startOf(dates[0] ?? '');
      const { byTier, byDay } = await records.forTenant(caller.tenant).memories.stats(since);
      const counts = new Map(byDay.map(({ date, count }) => [date, count]));
      return {
        total: byTier.short_term + byTier.episodic + byTier.semantic,
        byTier,
        byDay: dates.map((date) => ({ date, count: counts.get(date) ?? 0 })),
      };
    },

    removeMatching: createRemoveMatching(dependencies),
  };
}
