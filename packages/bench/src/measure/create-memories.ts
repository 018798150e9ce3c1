import { envelope } from '@hippocamp/shared/schemas/common';
import { BATCH_SIZE, batchResult, type MemoryCreate } from '@hippocamp/shared/schemas/memories';
import { type Client, expectSuccess } from './client.js';

export type MemoryBody = Partial<MemoryCreate>;

async function createBatch(client: Client, tenant: string, memories: readonly MemoryBody[]): Promise<string[]> {
  const answer = expectSuccess(await client.post('/memories/batch', tenant, JSON.stringify({ memories })));
  const { results } = envelope(batchResult).parse(JSON.parse(answer.text)).data;
  const ids = new Map(results.map(({ index, memory }) => [index, memory?.id]));
  return memories.map((_memory, index) => {
    const id = ids.get(index);
    if (id === undefined) throw new Error(`not created: ${answer.text.slice(0, 500)}`);
    return id;
  });
}

/** Gives a tenant memories, in batches; their ids in the order of the bodies. Rejects unless every one was created. */
export async function createMemories(client: Client, tenant: string, bodies: readonly MemoryBody[]): Promise<string[]> {
  const ids: string[] = [];
  for (let sent = 0; sent < bodies.length; sent += BATCH_SIZE) {
    ids.push(...(await createBatch(client, tenant, bodies.slice(sent, sent + BATCH_SIZE))));
  }
  return ids;
}
