import { expect, it } from 'vitest';
import { newMemory, recordOf, sequentialIds } from '../../testing/builders.js';
import { readWithin } from './read-within.js';

const ids = sequentialIds();
const memories = (number: number, content: string, metadata = {}) =>
  Array.from({ length: number }, () => recordOf(newMemory(ids.next(), { content, metadata })));

const reading = async (all: ReturnType<typeof memories>, units: number) => {
  const asked: number[] = [];
  const { rows, used } = await readWithin(
    all.map(({ id }) => id),
    units,
    async (part) => {
      asked.push(part.length);
      return all.filter(({ id }) => part.includes(id)).toReversed();
    },
  );
  return { asked, used, ids: rows.map(({ id }) => id) };
};

it('reads all that fits, in order, a few rows at once', async () => {
  const all = memories(120, 'Mara likes tea.');
  const { asked, ids: read, used } = await reading(all, 1_000_000);
  expect(read).toEqual(all.map(({ id }) => id));
  expect(asked).toEqual([50, 50, 20]);
  expect(used).toBeLessThan(1_000_000);
});

it('ends with what exceeds the bound, and asks for no more', async () => {
  for (const all of [memories(300, 'x'.repeat(50_000)), memories(300, 'x', { note: 'x'.repeat(50_000) })]) {
    const { asked, ids: read, used } = await reading(all, 1_000_000);
    expect(read).toEqual(all.slice(0, 20).map(({ id }) => id));
    expect(asked).toEqual([50]);
    expect(used).toBeGreaterThan(1_000_000);
  }
});

it('reads one memory, however long', async () => {
  expect((await reading(memories(3, 'x'.repeat(50_000)), 1)).ids).toHaveLength(1);
});
