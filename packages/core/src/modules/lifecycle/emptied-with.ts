import type { DistilledBelow, LifecycleRepository } from '../../ports/records.js';
import { chunksOf, pagesOf } from '../in-parts.js';
import { pace } from '../waiting.js';

type Reads = Pick<LifecycleRepository, 'distilledBelow' | 'countSources'>;

/** A source may have any number of memories distilled from it, and such a memory any number of sources. */
const SOURCES_AT_ONCE = 50;
const MEMORIES_AT_ONCE = 500;
/** Each has all its sources counted. */
const COUNTED_AT_ONCE = 50;

interface Descent {
  gone: Set<string>;
  /** How many sources each memory has lost. Every source is lost once. */
  lost: Map<string, number>;
  /** How many sources each memory had, where that had to be counted. */
  had: Map<string, number>;
}

async function* pagesBelow({ distilledBelow }: Reads, sourceIds: readonly string[]): AsyncGenerator<DistilledBelow[]> {
  for (const some of chunksOf(sourceIds, SOURCES_AT_ONCE))
    yield* pagesOf<DistilledBelow>(MEMORIES_AT_ONCE, (after) =>
      distilledBelow(some, after?.id ?? null, MEMORIES_AT_ONCE),
    );
}

/** Goes on at once with those that have no other source; answers those of which one that is gone was found. */
async function loseSources(reads: Reads, { gone, lost }: Descent, sourceIds: readonly string[]) {
  const emptied = new Set<string>();
  const doubtful = new Set<string>();
  for await (const page of pagesBelow(reads, sourceIds)) {
    for (const { id, named, otherId } of page) {
      if (gone.has(id)) continue;
      lost.set(id, (lost.get(id) ?? 0) + named);
      if (otherId === null) emptied.add(id);
      else if (gone.has(otherId)) doubtful.add(id);
    }
    await pace();
  }
  return { emptied, doubtful: [...doubtful].filter((id) => !emptied.has(id)) };
}

/** Counted once, for there may be as many again at each level. */
async function countOnce({ countSources }: Reads, { had }: Descent, ids: readonly string[]): Promise<void> {
  const unknown = ids.filter((id) => !had.has(id));
  for (const some of chunksOf(unknown, COUNTED_AT_ONCE)) {
    for (const { id, sources } of await countSources(some)) had.set(id, sources);
    await pace();
  }
}

/**
 * The distilled memories that have no source left once these are gone, those of other distilled ones too. Found before
 * anything is removed, level by level and only below what goes: a client may import them any number deep and wide.
 */
export async function emptiedWith(reads: Reads, ids: readonly string[]): Promise<string[]> {
  const asked = new Set(ids);
  const descent: Descent = { gone: new Set(asked), lost: new Map(), had: new Map() };
  for (let level = [...asked]; level.length > 0; ) {
    const { emptied, doubtful } = await loseSources(reads, descent, level);
    await countOnce(reads, descent, doubtful);
    level = [...emptied, ...doubtful.filter((id) => descent.lost.get(id) === descent.had.get(id))];
    for (const id of level) descent.gone.add(id);
  }
  return [...descent.gone].slice(asked.size);
}
