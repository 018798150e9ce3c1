import { type Client, expectSuccess } from '../../measure/client.js';
import type { Send } from '../../measure/closed-loop.js';
import { createBodies, ingestBodies } from '../bodies.js';

/** What is drawn at random is the same in every run. */
export const seeds = { questions: 1001, creates: 2, ingests: 4, probes: 6 };

/** Ingests of one tenant wait for each other where they store, so they are spread. */
export const INGEST_TENANTS = 8;

export const respondAsync = { prefer: 'respond-async' };

export function createMemory(client: Client): Send {
  const next = createBodies(seeds.creates);
  return async () => expectSuccess(await client.post('/memories', 'bench-create', next()));
}

/** Answered as soon as it is accepted. */
export function acceptIngest(client: Client): Send {
  const next = ingestBodies(seeds.ingests);
  let sent = 0;
  return async () => {
    sent += 1;
    return expectSuccess(await client.post('/ingest', `bench-ingest-${sent % INGEST_TENANTS}`, next(), respondAsync));
  };
}
