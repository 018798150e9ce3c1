import { type Tier, uuid } from '@hippocamp/shared/schemas/common';
import type { MemoryPatch } from '@hippocamp/shared/schemas/memories';
import type { KeptReading, MemoryChanges, MemoryRecord, TenantRepositories } from '../../ports/records.js';
import type { AgeingRules } from '../ageing/rules.js';
import { changeMemory, contentHash, keysOf, unread } from '../facts/facts.js';
import { leaveUnnamed } from '../graph/leave-graph.js';
import { difference, historyView, iso } from '../memory-store/memory-view.js';
import type { WriteContext } from '../memory-store/new-memory.js';
import { reviveParts } from '../memory-store/replaced-parts.js';
import { SUPERSEDES } from '../memory-store/replacements.js';
import { changedByClient } from '../memory-store/reworded.js';
import { remakeDistilled } from '../memory-store/withdraw.js';

const moved = (tier: Tier, before: MemoryRecord, ageing: AgeingRules, now: Date) => ({
  tierSince: now,
  dueAt: ageing.dueAt({ ...before, tier, tierSince: now }),
});

const heldAgain = (before: MemoryRecord, ageing: AgeingRules) => {
  const valid = { invalidAt: null, supersededById: null };
  return { ...valid, dueAt: ageing.dueAt({ ...before, ...valid }) };
};

const rewording = (content: string, before: MemoryRecord): MemoryChanges => {
  const provenance = content === before.content ? undefined : changedByClient(before);
  return { contentHash: contentHash(content), ...(provenance === undefined ? {} : { provenance }) };
};

const changesOf = (patch: MemoryPatch, before: MemoryRecord, ageing: AgeingRules, now: Date): MemoryChanges => ({
  ...patch,
  ...(patch.invalidAt === undefined ? {} : heldAgain(before, ageing)),
  ...(patch.content === undefined ? {} : rewording(patch.content, before)),
  ...(patch.tier === undefined ? {} : moved(patch.tier, before, ageing, now)),
});

/** Includes the members that a patch may set back. */
const wholeView = (record: MemoryRecord) => ({
  ...historyView(record),
  invalidAt: iso(record.invalidAt),
  supersededById: record.supersededById,
});

/** The latest taker only: others may have taken statements that stay taken. */
async function leaveTaker({ relations }: TenantRepositories, toId: string, takerId: string): Promise<void> {
  // An import may name a taker by any text.
  if (!uuid.safeParse(takerId).success) return;
  const { rows } = await relations.page({ type: SUPERSEDES, fromId: takerId, toId }, { limit: 1, offset: 0 });
  for (const { id } of rows) await relations.remove(id);
}

/** The memory with the statement that was taken from it last. Null when none was. */
async function takenBack(
  repositories: TenantRepositories,
  before: MemoryRecord,
  now: Date,
): Promise<MemoryRecord | null> {
  const takerId = await reviveParts(repositories, before, now);
  if (takerId === null) return null;
  await leaveTaker(repositories, before.id, takerId);
  return repositories.memories.get(before.id);
}

/** Changes a memory whose row is locked. Its distilled memories are made again. Null when the row is gone. */
export async function patchMemory(
  repositories: TenantRepositories,
  before: MemoryRecord,
  { patch, written }: { patch: MemoryPatch; written: KeptReading | null },
  context: WriteContext,
): Promise<MemoryRecord | null> {
  const { tenant, ageing, now } = context;
  const { memories, history, relations } = repositories;
  const { id } = before;
  if (patch.invalidAt === null && before.invalidAt === null) {
    const whole = await takenBack(repositories, before, now);
    const { invalidAt: _invalidAt, ...rest } = patch;
    if (whole)
      return Object.keys(rest).length === 0
        ? whole
        : patchMemory(repositories, whole, { patch: rest, written }, context);
  }
  // The metadata may change who "I" is, so the keys are made again from the reading.
  const reading = written ?? (await memories.readings([id])).get(id);
  const { metadata = before.metadata } = patch;
  const keys = reading ? keysOf(tenant, { ...before, metadata }, reading) : unread;
  const after = await changeMemory(repositories, id, changesOf(patch, before, ageing, now), now, keys);
  if (!after) return null;
  const changes = difference(wholeView(before), wholeView(after));
  await history.add([{ memoryId: id, version: after.version, change: 'updated', at: now, ...changes }]);
  const holdsAgain = patch.invalidAt === null;
  if (holdsAgain) await relations.removeReplacing(SUPERSEDES, id);
  if (holdsAgain || after.content !== before.content) await remakeDistilled(repositories, [id], now);
  if (after.content !== before.content) await leaveUnnamed(repositories, after);
  return after;
}
