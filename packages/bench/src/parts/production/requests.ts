import { generateLongText, generateMemories, take } from '../../data/memories.js';
import { type Client, expectSuccess } from '../../measure/client.js';
import type { Send } from '../../measure/closed-loop.js';
import { createRandom } from '../../quality/random.js';

/** What is drawn at random is the same in every run. */
export const seeds = { questions: 1001, creates: 2, ingests: 4, probes: 6 };

/** Characters of a text that is ingested. */
export const INGEST_LENGTH = 1000;

/** Ingests of one tenant wait for each other where they store, so they are spread. */
export const INGEST_TENANTS = 8;

export const respondAsync = { prefer: 'respond-async' };

/** The bodies of POST /memories, one after the other. */
export function createBodies(): () => string {
  const memories = generateMemories(seeds.creates, new Date());
  return () => JSON.stringify(take(memories, 1)[0]);
}

/** The bodies of POST /ingest, one after the other. */
export function ingestBodies(): () => string {
  const random = createRandom(seeds.ingests);
  return () => JSON.stringify({ content: generateLongText(INGEST_LENGTH, random), source: 'chat' });
}

export function createMemory(client: Client): Send {
  const next = createBodies();
  return async () => expectSuccess(await client.post('/memories', 'bench-create', next()));
}

/** Answered as soon as it is accepted. */
export function acceptIngest(client: Client): Send {
  const next = ingestBodies();
  let sent = 0;
  return async () => {
    sent += 1;
    return expectSuccess(await client.post('/ingest', `bench-ingest-${sent % INGEST_TENANTS}`, next(), respondAsync));
  };
}
