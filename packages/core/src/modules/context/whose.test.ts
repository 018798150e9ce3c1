import { describe, expect, it } from 'vitest';
import type { EntityRepository, NewMemory } from '../../ports/records.js';
import { newEntity, newMemory, recordOf, sequentialIds } from '../../testing/builders.js';
import { memoryLine } from './messages.js';
import { whoseWords } from './whose.js';

const ids = sequentialIds();
const [named, unnamed] = [ids.next(), ids.next()];
const entity = newEntity(named, { name: 'Mara\nLind' });
const asked: string[][] = [];
const entities = {
  async getMany(wanted: string[]) {
    asked.push(wanted);
    return wanted.includes(named) ? [entity] : [];
  },
} as unknown as EntityRepository;

const memory = (content: string, given: Partial<NewMemory> = {}) =>
  recordOf(newMemory(ids.next(), { content, ...given }));
const told = async (...memories: ReturnType<typeof memory>[]) => {
  const whose = await whoseWords(memories, { entities }, { tellsOfSelf: (text) => /\b(?:I|me)\b/.test(text) });
  return memories.map(whose);
};

describe('whose words a memory tells', () => {
  it('is said of the first person of an owner with a name', async () => {
    const mine = memory('I bake bread.', { ownerEntityId: named });
    expect(await told(mine, memory("It is Anna's bread.", { ownerEntityId: named }))).toEqual(['Mara Lind', null]);
    expect(memoryLine(mine, 'Mara Lind')).toBe('- 2026-03-01 (Mara Lind): I bake bread.');
    expect(memoryLine(mine)).toBe('- 2026-03-01: I bake bread.');
  });

  it('is the id of an owner without a name where there are several owners', async () => {
    const mine = memory('Call me at nine.', { ownerEntityId: unnamed });
    expect(await told(mine)).toEqual([null]);
    expect(await told(mine, memory('The shop is open.', { ownerEntityId: named }))).toEqual([unnamed, null]);
  });

  it('is not said where nobody owns them, or their speaker is known', async () => {
    asked.length = 0;
    const spoken = memory('I bake bread.', { ownerEntityId: named, speaker: 'Ann' });
    expect(await told(memory('I bake bread.'), spoken, memory('Mining pays.', { ownerEntityId: named }))).toEqual([
      null,
      null,
      null,
    ]);
    expect(asked).toEqual([]);
  });
});
