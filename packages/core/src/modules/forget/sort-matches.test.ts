import { describe, expect, it } from 'vitest';
import { newMemory, recordOf } from '../../testing/builders.js';
import { sortMatches } from './sort-matches.js';

const memoryOf = (content: string, place: number, speaker: string | null = null) =>
  recordOf(newMemory(`0190b0a0-0000-7000-8000-${String(place).padStart(12, '0')}`, { content, speaker }));

const beside = { sayings: new Map(), relevance: new Map(), isUnclear: false };

describe('what is found to forget', () => {
  it('names a topic in its text, whatever its dress, or by its speaker', async () => {
    const texts = ['We saw the “Tower  Bridge”.', 'The tower bridges much.', 'A bridge.', 'Towers.'];
    const memories = [...texts.map((text, place) => memoryOf(text, place)), memoryOf('It rains.', 9, 'Tower Bridge')];
    const found = await sortMatches({ ...beside, memories, topics: ['a lamp', 'tower bridge'] });
    expect(found.map(({ memory, reason }) => [memory.content, reason])).toEqual([
      [texts[0], 'names it'],
      ['It rains.', 'names it'],
    ]);
  });

  it('lets others have their turn while many long memories are read', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 0);
    const memories = Array.from({ length: 60 }, (_, place) => memoryOf(`${place} “piano” `.repeat(5000), place));
    const found = await sortMatches({ ...beside, memories, topics: ['a lamp', 'piano'] });
    clearInterval(timer);
    expect(found).toHaveLength(60);
    expect(turns).toBeGreaterThan(3);
  });
});
