import type { Hippocamp } from '@hippocamp/sdk';
import { memoryCreate } from '@hippocamp/shared/schemas/memories';
import { createMemories, type MemoryBody } from '../measure/create-memories.js';
import type { AnswersMemory, World } from './read-world.js';

export interface WrittenWorld {
  world: World;
  /** From the service's ids to the world's. */
  idOf: ReadonlyMap<string, string>;
}

export const tenantOf = (world: string): string => `answers-${world}`;

const DAY = 24 * 60 * 60 * 1000;

/** An older service's contract has no place for the speaker. */
const takesSpeaker = 'speaker' in memoryCreate.shape;

const bodyOf = (memory: AnswersMemory, now: Date): MemoryBody => ({
  tier: memory.tier,
  content: memory.text,
  importanceScore: memory.importance,
  occurredAt: new Date(now.getTime() - memory.daysAgo * DAY).toISOString(),
  metadata: memory.session === undefined ? {} : { sessionId: memory.session },
  ...(takesSpeaker && memory.speaker !== undefined && { speaker: memory.speaker }),
});

/** Each world gets its own tenant; rejects unless every memory was created. */
export async function writeWorld(memory: Hippocamp, world: World, now: Date): Promise<WrittenWorld> {
  const bodies = world.memories.map((one) => bodyOf(one, now));
  const ids = await createMemories(memory.forTenant(tenantOf(world.world)), bodies);
  return { world, idOf: new Map(world.memories.map(({ id }, index) => [ids[index] ?? '', id])) };
}
