import type { DeletedCount, MemoryDelete } from '@hippocamp/shared/schemas/memories';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { MemoryFilter, Records, TenantRecords, TenantRepositories } from '../../ports/records.js';
import { type Caller, ownRecords } from '../caller.js';
import type { Once, RunOnce, SaveAnswer } from '../idempotency/run-once.js';
import type { Indexing } from '../indexing/index-memories.js';
import { lockOwners } from '../memory-store/lock-owners.js';
import { toFilter } from '../memory-store/memory-view.js';
import { type DeleteOptions, removeMemories } from './remove-memories.js';
import { createSmallerParts } from './smaller-parts.js';

export interface RemovingDependencies {
  records: Records;
  indexing: Indexing;
  runOnce: RunOnce;
  clock: Clock;
  ids: Ids;
}

/** A repeat after an interruption goes on; with the same key it also keeps counting. */
export type RemoveMatching = (caller: Caller, input: MemoryDelete) => Promise<Once<DeletedCount>>;

/** Rows removed in one transaction. Few, so that nobody waits long for it; fewer where those take too long. */
const CHUNK = 100;
/** The most memories that an answer names as keeping words. */
const NAMED = 1000;

/** Latest first, because distilled memories are newer than their sources and have to be counted themselves. */
async function removePart(
  repositories: TenantRepositories,
  filter: MemoryFilter,
  { before, size }: { before: string | null; size: number },
  options: DeleteOptions,
): Promise<{ count: number; touched: string[]; keptIn: string[]; next: string | null }> {
  const found = await repositories.memories.matching(filter, { before, limit: size });
  await lockOwners(repositories, found);
  const removed = await removeMemories(repositories, found, options);
  return { count: found.length, ...removed, next: found.length < size ? null : (found.at(-1) ?? null) };
}

/** The named memories that were not themselves removed meanwhile. */
export async function stillKept(
  { memories }: TenantRepositories,
  named: readonly string[],
): Promise<{ keptIn?: string[] | undefined }> {
  if (named.length === 0) return {};
  const kept = await memories.living([...new Set(named)].slice(0, NAMED));
  return { keptIn: kept.length > 0 ? kept : undefined };
}

export function createRemoveMatching({ records, indexing, runOnce, clock, ids }: RemovingDependencies): RemoveMatching {
  /** Works in short transactions. Each saves its count. */
  const removeAll = async (
    own: TenantRecords,
    { tenant }: Caller,
    filter: MemoryFilter,
    saved: DeletedCount,
    save: SaveAnswer<DeletedCount>,
  ): Promise<DeletedCount> => {
    let answer = saved;
    let before: string | null = null;
    let isIndexing = true;
    const inParts = createSmallerParts(records, CHUNK);
    do {
      const part = await inParts((size) =>
        own.transaction(async (repositories) => {
          const burying = { now: clock.now(), ids, revives: true };
          const removed = await removePart(repositories, filter, { before, size }, burying);
          const keptIn = await stillKept(repositories, [...(answer.keptIn ?? []), ...removed.keptIn]);
          const counted = { ...answer, count: answer.count + removed.count, ...keptIn };
          await save(repositories, counted);
          return { ...removed, counted };
        }),
      );
      answer = part.counted;
      before = part.next;
      // An index that does not answer is not waited for with each part: the outbox does the rest.
      if (isIndexing) isIndexing = await indexing.syncNow(tenant, part.touched);
    } while (before !== null);
    return answer;
  };

  return async (caller, { dryRun, ...input }) => {
    const own = ownRecords(records, caller);
    const filter = toFilter(input);
    if (dryRun) {
      return { result: { deleted: false, count: await own.memories.count(filter), dryRun }, replayed: false };
    }
    return runOnce<DeletedCount>(own, caller.idempotency, {
      mentions: () => [],
      effect: async () => ({ deleted: true, count: 0, dryRun }),
      resumes: true,
      finish: (saved, save) => removeAll(own, caller, filter, saved, save),
    });
  };
}
