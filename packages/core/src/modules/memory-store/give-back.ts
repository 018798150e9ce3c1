import { hasVisibleCharacter } from '@hippocamp/shared/schemas/common';
import type { Ids } from '../../ports/ids.js';
import type { MemoryWording, TenantRepositories } from '../../ports/records.js';
import {
  labelled,
  PART_SUPERSEDED,
  partEdge,
  type Revived,
  type Rewriting,
  reviveAll,
  rewriteAll,
  turnsOf,
} from './replaced-parts.js';
import { heirOf, SUPERSEDES, writeReplaced } from './replacements.js';

interface TakenAgain extends Rewriting {
  laterId: string;
}

async function takeAgain(
  repositories: TenantRepositories,
  rests: readonly TakenAgain[],
  { now, ids }: { now: Date; ids: Ids },
): Promise<void> {
  if (rests.length === 0) return;
  await rewriteAll(repositories, rests, { now, change: PART_SUPERSEDED });
  for (const { laterId, memory } of rests) await repositories.relations.put(partEdge(laterId, memory.id, { now, ids }));
}

/**
 * The memory that replaced the rest did not replace the statements that are back. They hold again without the rest, and
 * the later memory counts as one that took a part.
 */
async function holdWithoutRest(
  repositories: TenantRepositories,
  revived: readonly Revived[],
  { now, ids }: { now: Date; ids: Ids },
): Promise<void> {
  const living = new Set(await repositories.memories.living(revived.flatMap((one) => one.memory.supersededById ?? [])));
  const apart = revived.flatMap(({ memory, content, words }) => {
    const { id, supersededById: laterId } = memory;
    if (laterId === null || !living.has(laterId) || !hasVisibleCharacter(words)) return [];
    return [{ memory, rest: { memory: { id, content }, content: labelled(memory, words), laterId } }];
  });
  await takeAgain(
    repositories,
    apart.map(({ rest }) => rest),
    { now, ids },
  );
  const holding = apart.map(({ memory }) => ({ memory, byId: null, invalidAt: null }));
  if (holding.length > 0) await writeReplaced(repositories, holding, now);
}

/** If the memory that took the statements was replaced, its successor takes them, unless it replaced the whole memory too. */
async function passOn(
  repositories: TenantRepositories,
  revived: readonly Revived[],
  { gone, ...writing }: { gone: ReadonlyMap<string, MemoryWording>; now: Date; ids: Ids },
): Promise<void> {
  const rests = revived.flatMap(({ memory, content, laterId: takerId }): TakenAgain[] => {
    const taker = takerId === null ? undefined : gone.get(takerId);
    const laterId = taker ? heirOf(taker, gone).byId : null;
    if (laterId === null || laterId === memory.id || laterId === memory.supersededById) return [];
    return [{ memory: { id: memory.id, content }, content: memory.content, laterId }];
  });
  const living = new Set(await repositories.memories.living(rests.map(({ laterId }) => laterId)));
  await takeAgain(
    repositories,
    rests.filter(({ laterId }) => living.has(laterId)),
    writing,
  );
}

/** Statements that one deletion gives back, since others wait for it. */
const MOST_GIVEN_BACK = 1000;

/** Rounds for those of which one memory took several by itself. An import may say so of any number. */
const MORE_ROUNDS = 20;

/**
 * Gives back the statements that deleted memories had taken. Those of valid ones hold again, those of others go to
 * what replaced these. Answers the ids that have to be indexed.
 */
export async function reviveTakenBy(
  repositories: TenantRepositories,
  { laterIds, removed }: { laterIds: readonly string[]; removed: readonly MemoryWording[] },
  { now, ids }: { now: Date; ids: Ids },
): Promise<string[]> {
  const gone = new Map(removed.map((memory) => [memory.id, memory]));
  const isValid = ({ laterId }: Revived) => laterId !== null && gone.get(laterId)?.invalidAt === null;
  const taken = await repositories.relations.partsReplacedBy(SUPERSEDES, laterIds, MOST_GIVEN_BACK);
  const touched: string[] = [];
  // The last first, since it was taken from what the others had left.
  const turns = turnsOf(taken.toReversed(), ({ earlierId }) => earlierId);
  let rounds = MORE_ROUNDS;
  for (let turn = turns.shift(); turn; turn = turns.shift()) {
    const laterOf = new Map(turn.map(({ earlierId, laterId }) => [earlierId, laterId]));
    const memories = await repositories.memories.getMany([...laterOf.keys()]);
    const all = memories.map((memory) => ({ memory, laterId: laterOf.get(memory.id) ?? null }));
    const revived = await reviveAll(repositories, all, now);
    await holdWithoutRest(repositories, revived.filter(isValid), { now, ids });
    const others = revived.filter((one) => !isValid(one));
    await passOn(repositories, others, { gone, now, ids });
    touched.push(...revived.map(({ memory }) => memory.id));
    // One relation stands for all that the same memory took.
    const more = new Set(revived.filter(({ isMoreTaken }) => isMoreTaken).map(({ memory }) => memory.id));
    if (more.size === 0 || rounds === 0) continue;
    rounds -= 1;
    turns.unshift(turn.filter(({ earlierId }) => more.has(earlierId)));
  }
  return touched;
}
