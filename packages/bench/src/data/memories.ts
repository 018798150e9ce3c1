import type { MemoryCreate } from '@hippocamp/shared/schemas/memories';
import { createRandom } from '../quality/random.js';
import { fill, memoryTemplates } from './templates.js';

export type GeneratedMemory = Pick<MemoryCreate, 'tier' | 'content' | 'importanceScore' | 'metadata' | 'occurredAt'>;

const DAY = 24 * 60 * 60 * 1000;
const SPAN = 730 * DAY;
const SESSION_LENGTH = 15;

const pick = <Item>(items: readonly [Item, ...Item[]], random: () => number): Item =>
  items[Math.floor(random() * items.length)] ?? items[0];

const sentences = (count: number, random: () => number): string[] =>
  Array.from({ length: count }, () => fill(pick(memoryTemplates as [string, ...string[]], random), random));

/** One to three sentences, about 20 words. */
export const generateText = (random: () => number): string => sentences(1 + Math.floor(random() * 3), random).join(' ');

/** Text of exactly `length` characters. */
export function generateLongText(length: number, random: () => number): string {
  let text = '';
  while (text.length < length) text += `${sentences(1, random)[0]} `;
  return `${text
    .slice(0, length - 1)
    .trimEnd()
    .padEnd(length - 1, '.')}.`;
}

/**
 * An endless row of memories that is the same in every run for the same seed and `now`: sessions of some 15, spread over two years
 * before `now`, all tiers, importances in steps of 0.01.
 */
export function* generateMemories(seed: number, now: Date): Generator<GeneratedMemory, never> {
  const random = createRandom(seed);
  for (let index = 0; ; index += 1) {
    yield {
      tier: pick(['short_term', 'episodic', 'episodic', 'semantic', 'semantic'], random),
      content: generateText(random),
      importanceScore: Math.round(random() * 100) / 100,
      metadata: { sessionId: `session-${Math.floor(index / SESSION_LENGTH)}` },
      occurredAt: new Date(now.getTime() - Math.floor(random() * SPAN)).toISOString(),
    };
  }
}

/** The next `count` of a row. */
export const take = <Item>(row: Iterator<Item, never>, count: number): Item[] =>
  Array.from({ length: count }, () => row.next().value);
