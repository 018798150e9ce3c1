import { fieldErrors } from '@hippocamp/shared/operations/field-errors';
import { isProblem, type Problem, problemBody, validationFailed } from '@hippocamp/shared/problems';
import {
  type BatchResult,
  CONTEXT_LENGTH,
  type MemoryCreate,
  type MemoryList,
  type MemoryListQuery,
  type MemoryStats,
  memoryCreate,
} from '@hippocamp/shared/schemas/memories';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { KeptReading, MemoryRecord, NewMemory, Records, TenantRecords } from '../../ports/records.js';
import { breathe, createPauses } from '../breathe.js';
import type { Caller } from '../caller.js';
import { lastDays, startOf } from '../days.js';
import type { Facts } from '../facts/facts.js';
import { orAsKept } from '../idempotency/or-as-kept.js';
import type { Once, RunOnce } from '../idempotency/run-once.js';
import { inParts } from '../indexing/in-parts.js';
import type { Indexing } from '../indexing/index-memories.js';
import type { AgeingRules } from '../lifecycle/rules.js';
import { decodeCursor, encodeCursor } from './cursor.js';
import { toFilter } from './memory-filter.js';
import { PATIENCE } from './memory-service.js';
import { memoryView } from './memory-view.js';
import { type Making, newMemory } from './new-memory.js';
import { cutToEnd } from './normalise.js';
import { createRemoveMatching, type RemoveMatching } from './remove-matching.js';
import { AT_ONCE, storeMemories } from './store-memories.js';

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

type Checked = { input: MemoryCreate } | { problem: Problem };

const checkItem = (item: unknown): Checked => {
  const parsed = memoryCreate.safeParse(item);
  if (parsed.success) return { input: parsed.data as MemoryCreate };
  return { problem: validationFailed(fieldErrors('body', parsed.error)) };
};

const makeItem = (id: string, input: MemoryCreate, reading: KeptReading, making: Making): Item => {
  try {
    return { memory: newMemory(id, input, reading, making) };
  } catch (error) {
    if (isProblem(error)) return { problem: error };
    throw error;
  }
};

/** Items as rows, checked and read; 500 of them may be large, so that the process answers others in between. */
const readItems = async (items: readonly unknown[], facts: Facts, ids: Ids, making: Making): Promise<Item[]> => {
  const pause = createPauses();
  const checked: Checked[] = [];
  for (const item of items) {
    checked.push(checkItem(item));
    await pause();
  }
  const inputs = checked.flatMap((item) => ('input' in item ? [item.input] : []));
  const readings = await facts.readToKeep(
    making.tenant,
    inputs.map(({ content }) => content),
  );
  const readingOf = new Map(inputs.map((input, place) => [input, readings[place]]));
  const earlier: NewMemory[] = [];
  const made: Item[] = [];
  for (const item of checked) {
    const reading = 'input' in item ? readingOf.get(item.input) : undefined;
    const read = 'input' in item && reading ? makeItem(ids.next(), item.input, reading, making) : (item as Item);
    if ('memory' in read) read.memory = withContext(read.memory, earlier);
    if ('memory' in read) earlier.push(read.memory);
    made.push(read);
    await pause();
  }
  return made;
};

/** The rows of a batch as they are now, by id; without those that cannot be read. */
const readAgain = async ({ memories }: Pick<TenantRecords, 'memories'>, { results }: BatchResult) => {
  const rows = new Map<string, MemoryRecord>();
  for (const part of inParts(
    results.flatMap(({ memory }) => memory ?? []),
    AT_ONCE,
  )) {
    const ids = part.map(({ id }) => id);
    for (const row of await orAsKept([], () => memories.getMany(ids))) rows.set(row.id, row);
    await breathe();
  }
  return rows;
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
      const read = await readItems(items, facts, ids, { tenant, ageing, now: made });
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
          const rows = await readAgain(forTenant, batch);
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
