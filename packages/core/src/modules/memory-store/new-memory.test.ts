import { describe, expect, it } from 'vitest';
import type { NewMemory } from '../../ports/records.js';
import { NOON } from '../../testing/builders.js';
import { AT_ONCE, storeMemories } from './new-memory.js';

const LENGTH = 50_000;

const memoriesOf = (count: number, content: string): NewMemory[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(index), content, metadata: {} }) as NewMemory);

const storedParts = async (memories: NewMemory[]) => {
  const parts: number[] = [];
  const store = async (rows: readonly NewMemory[], history: readonly { memoryId: string }[]) => {
    expect(history.map(({ memoryId }) => memoryId)).toEqual(rows.map(({ id }) => id));
    parts.push(rows.length);
  };
  await storeMemories({ memories: { store } as never }, memories, NOON);
  return parts;
};

describe('memories that are stored', () => {
  it('take one statement while they are small', async () => {
    expect(await storedParts(memoriesOf(500, 'Ann keeps bees.'))).toEqual([500]);
  });

  it('take several where there is much text, so that none holds up the process', async () => {
    const parts = await storedParts(memoriesOf(12, 'a'.repeat(LENGTH)));
    expect(parts.reduce((sum, count) => sum + count, 0)).toBe(12);
    for (const count of parts) expect(count * LENGTH).toBeLessThanOrEqual(AT_ONCE + LENGTH);
  });
});
