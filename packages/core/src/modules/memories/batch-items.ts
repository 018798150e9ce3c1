import { fit } from '@hippocamp/shared/operations/field-errors';
import { isProblem, type Problem, validationFailed } from '@hippocamp/shared/problems';
import { CONTEXT_LENGTH, type MemoryCreate, memoryCreate } from '@hippocamp/shared/schemas/memories';
import type { Ids } from '../../ports/ids.js';
import type { KeptReading, NewMemory } from '../../ports/records.js';
import { pace } from '../breathe.js';
import type { Facts } from '../facts/facts.js';
import { type Making, newMemory } from './new-memory.js';
import { cutToEnd } from './normalise.js';

/** An item of a batch: the row that it becomes, or why it becomes none. */
export type BatchItem = { memory: NewMemory } | { problem: Problem };

const sessionOf = (memory: NewMemory): unknown => memory.metadata.sessionId;

/** What came before in the batch belongs to the same conversation when owner and session are the same. */
const continues = (memory: NewMemory, before: NewMemory | undefined): before is NewMemory =>
  before !== undefined && before.ownerEntityId === memory.ownerEntityId && sessionOf(before) === sessionOf(memory);

/** Questions are about what was said a few turns ago as often as about the last one. */
const MOST_BEFORE = 3;

/** The items before it in its session, the last one last; without a session the one before it. */
const saidBefore = (memory: NewMemory, earlier: readonly NewMemory[]): NewMemory[] => {
  const before: NewMemory[] = [];
  const candidates = sessionOf(memory) === undefined ? earlier.slice(-1) : earlier;
  for (let place = candidates.length - 1; place >= 0 && before.length < MOST_BEFORE; place -= 1) {
    const other = candidates[place];
    if (continues(memory, other)) before.unshift(other);
  }
  return before;
};

/** As many of them as fit whole, at least the end of the last. */
const withContext = (memory: NewMemory, earlier: readonly NewMemory[]): NewMemory => {
  if (memory.context !== null) return memory;
  const before = saidBefore(memory, earlier);
  while (before.length > 1 && textOf(before).length > CONTEXT_LENGTH) before.shift();
  if (before.length === 0) return memory;
  const contextSourceIds = before.map(({ id }) => id);
  return { ...memory, context: cutToEnd(textOf(before), CONTEXT_LENGTH), contextSourceIds };
};

const textOf = (memories: readonly NewMemory[]) => memories.map(({ content }) => content).join('\n');

type Checked = { input: MemoryCreate } | { problem: Problem };

const checkItem = (item: unknown): Checked => {
  const { data, errors } = fit('body', memoryCreate, item);
  return errors ? { problem: validationFailed(errors) } : { input: data };
};

const makeItem = (id: string, input: MemoryCreate, reading: KeptReading, making: Making): BatchItem => {
  try {
    return { memory: newMemory(id, input, reading, making) };
  } catch (error) {
    if (isProblem(error)) return { problem: error };
    throw error;
  }
};

/** The items of a batch, each checked and read by itself. They may be many and large, so others have their turn in between. */
export async function readBatchItems(
  items: readonly unknown[],
  { facts, ids }: { facts: Facts; ids: Ids },
  making: Making,
): Promise<BatchItem[]> {
  const checked: Checked[] = [];
  for (const item of items) {
    checked.push(checkItem(item));
    await pace();
  }
  const inputs = checked.flatMap((item) => ('input' in item ? [item.input] : []));
  const contents = inputs.map(({ content }) => content);
  const readings = await facts.readToKeep(making.tenant, contents);
  const readingOf = new Map(inputs.map((input, place) => [input, readings[place]]));
  const earlier: NewMemory[] = [];
  const made: BatchItem[] = [];
  for (const item of checked) {
    const reading = 'input' in item ? readingOf.get(item.input) : undefined;
    const read = 'input' in item && reading ? makeItem(ids.next(), item.input, reading, making) : (item as BatchItem);
    if ('memory' in read) {
      read.memory = withContext(read.memory, earlier);
      earlier.push(read.memory);
    }
    made.push(read);
    await pace();
  }
  return made;
}
