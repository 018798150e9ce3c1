import type { Ids } from '../../ports/ids.js';
import type { HistoryEntry, MemoryRecord, Span, TenantRepositories } from '../../ports/records.js';
import { changeMemory, contentHash } from '../facts/facts.js';
import { remakeDistilled } from '../lifecycle/withdraw.js';
import { historyOf } from './history-of.js';
import { memoryEdge, SUPERSEDES } from './replacements.js';

/** The history entry for a memory of which one statement was replaced and the rest holds. */
export const PART_SUPERSEDED = 'part_superseded';
const PART_REVIVED = 'part_revived';

/** A statement that another memory takes the place of. */
interface TakenPart extends Span {
  /** The id of the memory with the statement. */
  id: string;
  laterId: string;
}

/** The content without these parts; the name of who says it stays before what is left. */
function without({ content, speaker }: Pick<MemoryRecord, 'content' | 'speaker'>, parts: readonly Span[]): string {
  const label = speaker !== null && content.startsWith(`${speaker}: `) ? `${speaker}: `.length : 0;
  let left = content.slice(0, label);
  let at = label;
  for (const { start, end } of parts.toSorted((one, other) => one.start - other.start)) {
    left += content.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  return (left + content.slice(at).trimStart()).trim();
}

/** Puts other words in the place of a memory's own; its index job reads them. */
async function rewrite(
  repositories: TenantRepositories,
  memory: MemoryRecord,
  content: string,
  { now, change, laterId }: { now: Date; change: string; laterId: string | null },
): Promise<void> {
  const after = await changeMemory(repositories, memory.id, { content, contentHash: contentHash(content) }, now);
  if (!after) return;
  const entry = { before: { content: memory.content }, after: { content, byId: laterId } };
  await repositories.history.add([{ memoryId: memory.id, version: after.version, change, at: now, ...entry }]);
  await remakeDistilled(repositories, [memory.id], now);
}

/**
 * Takes single statements out of memories that hold otherwise; their history keeps the whole. Answers the rows that have to be
 * indexed after the commit.
 */
export async function supersedeParts(
  repositories: TenantRepositories,
  parts: readonly TakenPart[],
  { now, ids }: { now: Date; ids: Ids },
): Promise<string[]> {
  if (parts.length === 0) return [];
  const memories = await repositories.memories.getMany([...new Set(parts.map(({ id }) => id))]);
  for (const memory of memories) {
    const taken = parts.filter(({ id }) => id === memory.id);
    const laterId = taken.at(-1)?.laterId ?? null;
    await rewrite(repositories, memory, without(memory, taken), { now, change: PART_SUPERSEDED, laterId });
  }
  const common = { type: SUPERSEDES, metadata: { part: true }, createdAt: now };
  const edges = parts.map(({ id, laterId }) => memoryEdge({ id: ids.next(), ...common, fromId: laterId, toId: id }));
  await repositories.relations.add(edges);
  return memories.map(({ id }) => id);
}

const contentIn = (state: HistoryEntry['before']): string => (typeof state?.content === 'string' ? state.content : '');

/** The index of the last entry by this memory, or of the last by any. Their number when there is none. */
const lastBy = (taken: readonly HistoryEntry[], laterId: unknown): number => {
  const place = taken.findLastIndex(({ after }) => laterId === null || after?.byId === laterId);
  return place < 0 ? taken.length : place;
};

/** The last replacement of a part that nothing has taken back; of one memory that took its place, where that is named. */
async function lastTaken({ history }: TenantRepositories, id: string, laterId: string | null) {
  const open: HistoryEntry[] = [];
  for await (const entry of historyOf(history, [id])) {
    if (entry.change === PART_SUPERSEDED) open.push(entry);
    if (entry.change === PART_REVIVED) open.splice(lastBy(open, entry.after?.byId ?? null), 1);
  }
  return open[lastBy(open, laterId)];
}

/** The words that one content has and the other has not; where they could begin at several places, at the first that is no middle of a word. */
function takenFrom(before: string, after: string): string {
  const length = before.length - after.length;
  let last = 0;
  while (last < after.length && before[last] === after[last]) last += 1;
  let start = last;
  while (start > 0 && before[start - 1] === before[start - 1 + length]) start -= 1;
  while (start > 0 && start < last && !/\s/.test(before.slice(start - 1, start + 1))) start += 1;
  return before.slice(start, start + length).trim();
}

/** The words that were taken, back in their place; at the end where the rest has changed since. */
function putBack(content: string, before: string, after: string): string {
  return content === after ? before : `${content} ${takenFrom(before, after)}`;
}

/**
 * Gives a memory back the statement that was taken from it last, or that this one had taken. Answers what had taken it; null where
 * there is none.
 */
export async function reviveParts(
  repositories: TenantRepositories,
  memory: MemoryRecord,
  { now, laterId }: { now: Date; laterId: string | null },
): Promise<string | null> {
  const taken = await lastTaken(repositories, memory.id, laterId);
  if (!taken) return null;
  const takerId = typeof taken.after?.byId === 'string' ? taken.after.byId : null;
  const content = putBack(memory.content, contentIn(taken.before), contentIn(taken.after));
  await rewrite(repositories, memory, content, { now, change: PART_REVIVED, laterId: takerId });
  return takerId;
}

/** Gives memories back the statements that those which go had taken from them. Answers the rows that have to be indexed. */
export async function reviveTakenBy(
  repositories: TenantRepositories,
  laterIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const taken = await repositories.relations.partsReplacedBy(SUPERSEDES, laterIds);
  const touched: string[] = [];
  for (const { earlierId, laterId } of taken) {
    const [memory] = await repositories.memories.getMany([earlierId]);
    if (memory && (await reviveParts(repositories, memory, { now, laterId })) !== null) touched.push(earlierId);
  }
  return touched;
}
