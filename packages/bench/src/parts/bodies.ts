import { generateLongText, generateMemories, take } from '../data/memories.js';
import { createRandom } from '../quality/random.js';

/** Characters of a text that is ingested. */
export const INGEST_LENGTH = 1000;

/** The bodies of POST /memories, one after the other. */
export function createBodies(seed: number): () => string {
  const memories = generateMemories(seed, new Date());
  return () => JSON.stringify(take(memories, 1)[0]);
}

/** The bodies of POST /ingest, one after the other. */
export function ingestBodies(seed: number): () => string {
  const random = createRandom(seed);
  return () => JSON.stringify({ content: generateLongText(INGEST_LENGTH, random), source: 'chat' });
}
