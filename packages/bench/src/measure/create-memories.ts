import type { Hippocamp, MemoryCreate } from '@hippocamp/sdk';
import { BATCH_SIZE } from '@hippocamp/shared/schemas/memories';

export type MemoryBody = MemoryCreate;

async function createBatch(memory: Hippocamp, memories: MemoryBody[]): Promise<string[]> {
  const { results } = await memory.memories.createMany({ memories });
  const ids = new Map(results.map((result) => [result.index, result.memory?.id]));
  return memories.map((_memory, index) => {
    const id = ids.get(index);
    if (id === undefined) throw new Error(`not created: ${JSON.stringify(results[index]).slice(0, 500)}`);
    return id;
  });
}

/** Returns the ids in the order of the bodies. Rejects unless every memory was created. */
export async function createMemories(memory: Hippocamp, bodies: readonly MemoryBody[]): Promise<string[]> {
  const ids: string[] = [];
  for (let sent = 0; sent < bodies.length; sent += BATCH_SIZE) {
    ids.push(...(await createBatch(memory, bodies.slice(sent, sent + BATCH_SIZE))));
  }
  return ids;
}
