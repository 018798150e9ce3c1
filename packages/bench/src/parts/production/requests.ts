import { type Client, expectSuccess } from '../../measure/client.js';
import type { Send } from '../../measure/closed-loop.js';
import { createBodies, ingestBodies } from '../bodies.js';

/** Every run uses the same random data. */
export const seeds = { questions: 1001, creates: 2, ingests: 4, probes: 6 };

/** Writes of one tenant wait for each other, so they are spread over these. */
export const TENANTS = 8;

function createTenantRotation(name: string): () => string {
  let turn = 0;
  return () => {
    turn = (turn + 1) % TENANTS;
    return `bench-${name}-${turn}`;
  };
}

export const respondAsync = { prefer: 'respond-async' };

export function createMemory(client: Client): Send {
  const next = createBodies(seeds.creates);
  const tenant = createTenantRotation('create');
  return async () => expectSuccess(await client.post('/memories', tenant(), next()));
}

export function acceptIngest(client: Client): Send {
  const next = ingestBodies(seeds.ingests);
  const tenant = createTenantRotation('ingest');
  return async () => expectSuccess(await client.post('/ingest', tenant(), next(), respondAsync));
}
