import { envelope } from '@hippocamp/shared/schemas/common';
import { batchResult, type MemoryCreate, memoryCreate } from '@hippocamp/shared/schemas/memories';
import { type Client, expectSuccess } from '../measure/client.js';
import type { AnswersMemory, World } from './read-world.js';

export interface WrittenWorld {
  world: World;
  /** The id that the service gave it → the one in the world. */
  idOf: ReadonlyMap<string, string>;
}

export const tenantOf = (world: string): string => `answers-${world}`;

const DAY = 24 * 60 * 60 * 1000;

type MemoryBody = Partial<MemoryCreate> & { speaker?: string };

/** The speaker is sent to a service whose contract has a place for it. */
const takesSpeaker = 'speaker' in memoryCreate.shape;

const bodyOf = (memory: AnswersMemory, now: Date): MemoryBody => ({
  tier: memory.tier,
  content: memory.text,
  importanceScore: memory.importance,
  occurredAt: new Date(now.getTime() - memory.daysAgo * DAY).toISOString(),
  metadata: memory.session === undefined ? {} : { sessionId: memory.session },
  ...(takesSpeaker && memory.speaker !== undefined && { speaker: memory.speaker }),
});

/** Gives a tenant of its own the memories of a world; rejects unless every one was created. */
export async function writeWorld(client: Client, world: World, now: Date): Promise<WrittenWorld> {
  const body = JSON.stringify({ memories: world.memories.map((memory) => bodyOf(memory, now)) });
  const answer = expectSuccess(await client.post('/memories/batch', tenantOf(world.world), body));
  const { results } = envelope(batchResult).parse(JSON.parse(answer.text)).data;
  const pairs = results.map(({ index, memory }): [string, string] => {
    const given = world.memories[index];
    if (!memory || !given) throw new Error(`not created: ${answer.text.slice(0, 500)}`);
    return [memory.id, given.id];
  });
  return { world, idOf: new Map(pairs) };
}
