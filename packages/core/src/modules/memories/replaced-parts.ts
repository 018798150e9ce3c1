import type { Ids } from '../../ports/ids.js';
import type { HistoryEntry, MemoryRecord, Span, TenantRepositories } from '../../ports/records.js';
import { changeMemory, contentHash } from '../facts/facts.js';
import { remakeDistilled } from '../lifecycle/withdraw.js';
import { historyOf } from './history-of.js';
import { memoryEdge, SUPERSEDES } from './replacements.js';

/** The history entry of a memory of which one statement was replaced while the rest holds. */
export const PART_SUPERSEDED = 'part_superseded';
const PART_REVIVED = 'part_revived';

interface TakenPart extends Span {
  id: string;
  laterId: string;
}

/** The speaker's name stays before what is left. */
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

/** The index job reads the new content. */
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

/** Takes out single statements. Answers the ids that have to be indexed after the commit. */
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

/** The length of `taken` when there is none. */
const lastBy = (taken: readonly HistoryEntry[], laterId: unknown): number => {
  const place = taken.findLastIndex(({ after }) => laterId === null || after?.byId === laterId);
  return place < 0 ? taken.length : place;
};

/** The last replacement of a part that was not taken back. Null for `laterId` means by any memory. */
async function lastTaken({ history }: TenantRepositories, id: string, laterId: string | null) {
  const open: HistoryEntry[] = [];
  for await (const entry of historyOf(history, [id])) {
    if (entry.change === PART_SUPERSEDED) open.push(entry);
    if (entry.change === PART_REVIVED) open.splice(lastBy(open, entry.after?.byId ?? null), 1);
  }
  return open[lastBy(open, laterId)];
}

/** The words that only `before` has. Of several possible places, the first that is not within a word. */
function takenFrom(before: string, after: string): string {
  const length = before.length - after.length;
  let last = 0;
  while (last < after.length && before[last] === after[last]) last += 1;
  let start = last;
  while (start > 0 && before[start - 1] === before[start - 1 + length]) start -= 1;
  while (start > 0 && start < last && !/\s/.test(before.slice(start - 1, start + 1))) start += 1;
  return before.slice(start, start + length).trim();
}

/** Appends the words if the rest has changed since. */
function putBack(content: string, before: string, after: string): string {
  return content === after ? before : `${content} ${takenFrom(before, after)}`;
}

/** Puts back the statement that was taken last, or last by `laterId`. Answers the taker's id, or null. */
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

/** Gives back the statements that deleted memories had taken. Answers the ids that have to be indexed. */
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
