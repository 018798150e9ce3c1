import type { LifecycleRepository } from '../../ports/records.js';
import { chunksOf, pagesOf } from '../in-parts.js';
import { pace } from '../waiting.js';

type Reads = Pick<LifecycleRepository, 'distilledBelow' | 'sourcesBeyond'>;

/** A source may have any number of memories distilled from it, and such a memory any number of sources. */
const SOURCES_AT_ONCE = 50;
const MEMORIES_AT_ONCE = 500;
/** Memories of one statement, and sources of each that it looks at. */
const LOOKED_AT_ONCE = 50;

/** The sources of a memory that were read and are not all gone, and the last one read where there are more. */
interface Left {
  sourceIds: readonly string[];
  last: string | null;
}

interface Descent {
  gone: Set<string>;
  left: Map<string, Left>;
}

/** True while one of the sources that were read is left. Those that went are not looked at again. */
function keepsOne({ gone, left }: Descent, id: string): boolean {
  const read = left.get(id);
  if (!read) return false;
  const place = read.sourceIds.findIndex((sourceId) => !gone.has(sourceId));
  left.set(id, { ...read, sourceIds: place < 0 ? [] : read.sourceIds.slice(place) });
  return place >= 0;
}

async function* pagesBelow({ distilledBelow }: Reads, sourceIds: readonly string[]): AsyncGenerator<string[]> {
  for (const some of chunksOf(sourceIds, SOURCES_AT_ONCE))
    yield* pagesOf<string>(MEMORIES_AT_ONCE, (after) => distilledBelow(some, after, MEMORIES_AT_ONCE));
}

/** Those of which no source is known that is left. */
async function losing(reads: Reads, descent: Descent, sourceIds: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for await (const page of pagesBelow(reads, sourceIds)) {
    for (const id of page) if (!descent.gone.has(id) && !keepsOne(descent, id)) found.add(id);
    await pace();
  }
  return [...found];
}

/** Reads more sources of each until one is found that is left; answers those that have none. Each source is read once. */
async function emptiedOf({ sourcesBeyond }: Reads, descent: Descent, ids: readonly string[]): Promise<string[]> {
  const hasMore = (id: string) => descent.left.get(id)?.last !== null;
  const emptied = ids.filter((id) => !hasMore(id));
  for (const some of chunksOf(ids.filter(hasMore), LOOKED_AT_ONCE)) {
    for (let open = [...some]; open.length > 0; ) {
      const places = open.map((id) => ({ id, after: descent.left.get(id)?.last ?? null }));
      for (const { id, ...read } of await sourcesBeyond(places, LOOKED_AT_ONCE)) descent.left.set(id, read);
      const lost = open.filter((id) => !keepsOne(descent, id));
      emptied.push(...lost.filter((id) => !hasMore(id)));
      open = lost.filter(hasMore);
      await pace();
    }
  }
  return emptied;
}

/**
 * The distilled memories that have no source left once these are gone, those of other distilled ones too. Found before
 * anything is removed, level by level and only below what goes: a client may import them any number deep and wide.
 */
export async function emptiedWith(reads: Reads, ids: readonly string[]): Promise<string[]> {
  const asked = new Set(ids);
  const descent: Descent = { gone: new Set(asked), left: new Map() };
  for (let level = [...asked]; level.length > 0; ) {
    level = await emptiedOf(reads, descent, await losing(reads, descent, level));
    for (const id of level) descent.gone.add(id);
  }
  return [...descent.gone].slice(asked.size);
}
