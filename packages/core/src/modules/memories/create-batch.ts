import { fit } from '@hippocamp/shared/operations/field-errors';
import { isProblem, Problem, problemBody, validationFailed } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { type BatchResult, CONTEXT_LENGTH, type MemoryCreate, memoryCreate } from '@hippocamp/shared/schemas/memories';
import { cutToEnd } from '@hippocamp/shared/text/cleaned';
import type { Ids } from '../../ports/ids.js';
import type { KeptReading, NewMemory, TenantRecords } from '../../ports/records.js';
import type { MakeOwners } from '../caller.js';
import { type Caller, ownRecords } from '../caller.js';
import type { FactReader } from '../facts/facts.js';
import type { Owners } from '../graph/owners.js';
import {
  fallbackOnOutage,
  isOutage,
  mayBeKept,
  type Once,
  outcomeUnknown,
  resolveUnknownOutcome,
  type SaveAnswer,
} from '../idempotency/run-once.js';
import { inParts, type PartBounds } from '../in-parts.js';
import type { MemoryServiceDependencies } from '../memory-store/memory-dependencies.js';
import { memoryView } from '../memory-store/memory-view.js';
import { newMemory, storeMemories, type WriteContext } from '../memory-store/new-memory.js';
import { pace } from '../waiting.js';
import {
  type BatchItem,
  besideStored,
  type Result,
  withErrors,
  withoutErrors,
  withoutText,
  withText,
} from './batch-answers.js';

const sessionOf = (memory: NewMemory): unknown => memory.metadata.sessionId;

/** Items of one batch belong to the same conversation when owner and session are equal. */
const continues = (memory: NewMemory, before: NewMemory | undefined): before is NewMemory =>
  before !== undefined && before.ownerEntityId === memory.ownerEntityId && sessionOf(before) === sessionOf(memory);

/** Questions are about what was said a few turns ago as often as about the last one. */
const MOST_BEFORE = 3;

/** Without a session, only the item right before it counts. */
const saidBefore = (memory: NewMemory, earlier: readonly NewMemory[]): NewMemory[] => {
  const before: NewMemory[] = [];
  const candidates = sessionOf(memory) === undefined ? earlier.slice(-1) : earlier;
  for (let place = candidates.length - 1; place >= 0 && before.length < MOST_BEFORE; place -= 1) {
    const other = candidates[place];
    if (continues(memory, other)) before.unshift(other);
  }
  return before;
};

/** The earlier contents that fit whole, or at least the end of the last one. */
const withContext = (memory: NewMemory, earlier: readonly NewMemory[]): NewMemory => {
  if (memory.context !== null) return memory;
  const before = saidBefore(memory, earlier);
  while (before.length > 1 && textOf(before).length > CONTEXT_LENGTH) before.shift();
  if (before.length === 0) return memory;
  const contextSourceIds = before.map(({ id }) => id);
  return { ...memory, context: cutToEnd(textOf(before), CONTEXT_LENGTH), contextSourceIds };
};

const textOf = (memories: readonly NewMemory[]) => memories.map(({ content }) => content).join('\n');

type SettleOwners = Pick<Owners, 'settle'>;
type Checked = { input: MemoryCreate } | { problem: Problem };

const checkItem = (item: unknown): Checked => {
  const { data, errors } = fit('body', memoryCreate, item);
  return errors ? { problem: validationFailed(errors) } : { input: data };
};

async function withOwners(
  checked: readonly Checked[],
  owners: SettleOwners,
  tenant: TenantId,
  later: (make: MakeOwners) => void,
): Promise<Checked[]> {
  const inputs = checked.flatMap((item) => ('input' in item ? [item.input] : []));
  const how = { member: 'ownerEntityId', makes: true, path: '/owner', later } as const;
  const settled = await owners.settle(tenant, inputs, how);
  const next = settled.values();
  return checked.map((item) => {
    if ('problem' in item) return item;
    const input = next.next().value ?? item.input;
    return isProblem(input) ? { problem: input } : { input };
  });
}

const makeItem = (id: string, input: MemoryCreate, reading: KeptReading, context: WriteContext): BatchItem => {
  try {
    return { memory: newMemory(id, input, reading, context) };
  } catch (error) {
    if (isProblem(error)) return { problem: error };
    throw error;
  }
};

/** Items may be many and large, so others get their turn in between. */
async function readBatchItems(
  items: readonly unknown[],
  { facts, ids, owners }: { facts: FactReader; ids: Ids; owners: SettleOwners },
  context: WriteContext,
): Promise<{ items: BatchItem[]; makeOwners: MakeOwners | undefined }> {
  const fitting: Checked[] = [];
  for (const item of items) {
    fitting.push(checkItem(item));
    await pace();
  }
  let makeOwners: MakeOwners | undefined;
  const checked = await withOwners(fitting, owners, context.tenant, (make) => {
    makeOwners = make;
  });
  const inputs = checked.flatMap((item) => ('input' in item ? [item.input] : []));
  const contents = inputs.map(({ content }) => content);
  const readings = await facts.readToKeep(context.tenant, contents);
  const readingOf = new Map(inputs.map((input, place) => [input, readings[place]]));
  const earlier: NewMemory[] = [];
  const made: BatchItem[] = [];
  for (const item of checked) {
    const reading = 'input' in item ? readingOf.get(item.input) : undefined;
    const read = 'input' in item && reading ? makeItem(ids.next(), item.input, reading, context) : (item as BatchItem);
    if ('memory' in read) {
      read.memory = withContext(read.memory, earlier);
      earlier.push(read.memory);
    }
    made.push(read);
    await pace();
  }
  return { items: made, makeOwners };
}

/** A bad item costs only itself. */
export type CreateBatch = (caller: Caller, items: readonly unknown[]) => Promise<Once<BatchResult>>;

/** The bounds of one statement, which other users of the database wait for. */
const PART: PartBounds<BatchItem> = {
  units: 200_000,
  rows: 100,
  unitsOf: (item) => ('memory' in item ? item.memory.content.length + JSON.stringify(item.memory.metadata).length : 0),
};

const deletedSince = () => new Problem('not-found', 'It was stored with this batch and has been deleted since.');

/** The outcome of the first `sent` items is unknown; the others were never sent. */
const notStored = (items: readonly BatchItem[], sent: number, problem: Problem): BatchItem[] => {
  const ofSent = mayBeKept(problem) ? outcomeUnknown(problem, { keyed: false }) : problem;
  return items.map((item, place) => ('memory' in item ? { problem: place < sent ? ofSent : problem } : item));
};

/** Stores a batch in short transactions, one after the other. */
export function createBatchCreation(dependencies: MemoryServiceDependencies & { owners: SettleOwners }): CreateBatch {
  const { records, indexing, runOnce, ageing, clock } = dependencies;

  const present = (caller: Caller, part: readonly BatchItem[], from: number, now: Date): Result[] =>
    part.map((item, place) => {
      const index = from + place;
      if ('problem' in item) {
        const { problem } = item;
        const body = problemBody(problem, `/memories/batch#${index}`, caller.requestId);
        return { index, status: problem.status, problem: body };
      }
      const fresh = { embeddingId: null, archivedAt: null, version: 1 };
      return { index, status: 201, memory: memoryView(caller.tenant, { ...item.memory, ...fresh }, now) };
    });

  /** Tells which were deleted since they were stored. Until all are stored, the key is not forgotten with them. */
  const withoutDeleted = async (caller: Caller, own: TenantRecords, results: readonly Result[]): Promise<Result[]> => {
    const stored = results.flatMap(({ memory }) => memory?.id ?? []);
    const living = new Set(stored.length === 0 ? [] : await own.memories.living(stored));
    return results.map((result) => {
      if (!result.memory || living.has(result.memory.id)) return result;
      const { index } = result;
      const problem = deletedSince();
      return {
        index,
        status: problem.status,
        problem: problemBody(problem, `/memories/batch#${index}`, caller.requestId),
      };
    });
  };

  const storePart = async (
    own: TenantRecords,
    part: readonly BatchItem[],
    results: readonly Result[],
    save: SaveAnswer<BatchResult>,
  ) => {
    const memories = part.flatMap((item) => ('memory' in item ? [item.memory] : []));
    const ids = memories.map(({ id }) => id);
    await resolveUnknownOutcome({
      attempt: () =>
        own.transaction(async (repositories) => {
          await storeMemories(repositories, memories, clock.now());
          await save(repositories, { results: withoutErrors(results) });
          return true;
        }),
      find: async () => (await own.memories.living(ids)).length > 0 || null,
    });
  };

  /** Items that the index does not take in time have no embedding yet. */
  const asIndexed = async (tenant: Caller['tenant'], results: readonly Result[]): Promise<BatchResult> => {
    const stored = results.flatMap(({ memory }) => (memory ? [memory.id] : []));
    const isIndexed = await indexing.syncNow(tenant, stored);
    const vectors = !isIndexed || indexing.vectorsFollow() ? stored.length : 0;
    if (!isIndexed) return { results: [...results], waiting: { words: stored.length, vectors } };
    return {
      results: results.map((result) => {
        if (!result.memory) return result;
        return {
          ...result,
          memory: { ...result.memory, embeddingId: indexing.embeddingIdOf(tenant, result.memory.id) },
        };
      }),
      waiting: { words: 0, vectors },
    };
  };

  return async (caller, given) => {
    const { tenant } = caller;
    const own = ownRecords(records, caller);
    const made = clock.now();
    const { items, makeOwners } = await readBatchItems(given, dependencies, { tenant, ageing, now: made });

    /** Continues where an earlier request with the same key was interrupted. */
    const storeRest = async (saved: BatchResult, save: SaveAnswer<BatchResult>): Promise<BatchResult> => {
      let results: Result[] = withErrors(saved.results, items);
      for (const planned of inParts(items.slice(results.length), PART)) {
        let sent = 0;
        try {
          results = await withoutDeleted(caller, own, results);
          const part = besideStored(planned, items, results);
          const next = [...results, ...present(caller, part, results.length, made)];
          sent = part.length;
          await storePart(own, part, next, save);
          results = next;
        } catch (error) {
          // With a key, a repeat continues from here. Without one, the sender has to know what was stored.
          if (caller.idempotency || results.length === 0 || !isOutage(error)) throw error;
          const left = notStored(items.slice(results.length), sent, error as Problem);
          return { results: [...results, ...present(caller, left, results.length, made)] };
        }
      }
      const stored = results;
      return asIndexed(tenant, await fallbackOnOutage(stored, () => withoutDeleted(caller, own, stored)));
    };

    return runOnce<BatchResult>(own, caller.idempotency, {
      first: makeOwners,
      // One that was cut short goes on without what was deleted since, and holds no words until then.
      mentions: ({ results }) =>
        results.length < items.length ? [] : results.flatMap(({ memory }) => (memory ? [memory.id] : [])),
      effect: async () => ({ results: [] }),
      alone: true,
      resumes: true,
      finish: storeRest,
      pack: ({ results, ...rest }) => ({ results: withoutText(results), ...rest }),
      unpack: ({ results, ...rest }) => ({ results: withText(results, items), ...rest }),
    });
  };
}
