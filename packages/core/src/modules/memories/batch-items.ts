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

const withContext = (memory: NewMemory, earlier: readonly NewMemory[]): NewMemory => {
  if (memory.context !== null) return memory;
  const before =
    sessionOf(memory) === undefined ? earlier.at(-1) : earlier.findLast((other) => continues(memory, other));
  if (!continues(memory, before)) return memory;
  return { ...memory, context: cutToEnd(before.content, CONTEXT_LENGTH), contextSourceIds: [before.id] };
};

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
