import { generateLongText, generateMemories, take } from '../data/memories.js';
import { createRandom } from '../quality/random.js';

/** Characters. */
export const INGEST_LENGTH = 1000;

export function createBodies(seed: number): () => string {
  const memories = generateMemories(seed, new Date());
  return () => JSON.stringify(take(memories, 1)[0]);
}

export function ingestBodies(seed: number): () => string {
  const random = createRandom(seed);
  return () => JSON.stringify({ content: generateLongText(INGEST_LENGTH, random), source: 'chat' });
}
