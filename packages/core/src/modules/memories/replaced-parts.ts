import type { Ids } from '../../ports/ids.js';
import type { HistoryEntry, MemoryRecord, NotedChange, Span, TenantRepositories } from '../../ports/records.js';
import { contentHash, rewriteMemories } from '../facts/facts.js';
import { chunksOf, groupBy } from '../in-parts.js';
import { remakeDistilled } from '../lifecycle/withdraw.js';
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

interface Rewriting {
  memory: MemoryRecord;
  content: string;
  laterId: string | null;
}

/** Answers the ids of those that are still there. Index jobs read the new contents. */
async function rewriteAll(
  repositories: TenantRepositories,
  all: readonly Rewriting[],
  { now, change }: { now: Date; change: string },
): Promise<string[]> {
  const texts = all.map(({ memory: { id }, content }) => ({ id, content, contentHash: contentHash(content) }));
  const rewritten = await rewriteMemories(repositories, texts, now);
  const written = all.filter(({ memory }) => rewritten.has(memory.id));
  await repositories.history.add(
    written.map(({ memory: { id, content: before }, content, laterId }) => ({
      ...{ memoryId: id, version: rewritten.get(id)?.version ?? 0, change, at: now },
      ...{ before: { content: before }, after: { content, byId: laterId } },
    })),
  );
  const ids = written.map(({ memory }) => memory.id);
  if (ids.length > 0) await remakeDistilled(repositories, ids, now);
  return ids;
}

/** Takes out single statements. Answers the ids that have to be indexed after the commit. */
export async function supersedeParts(
  repositories: TenantRepositories,
  parts: readonly TakenPart[],
  { now, ids }: { now: Date; ids: Ids },
): Promise<string[]> {
  if (parts.length === 0) return [];
  const memories = await repositories.memories.getMany([...new Set(parts.map(({ id }) => id))]);
  const rewritten = memories.map((memory): Rewriting => {
    const taken = parts.filter(({ id }) => id === memory.id);
    return { memory, content: without(memory, taken), laterId: taken.at(-1)?.laterId ?? null };
  });
  await rewriteAll(repositories, rewritten, { now, change: PART_SUPERSEDED });
  const common = { type: SUPERSEDES, metadata: { part: true }, createdAt: now };
  const edges = parts.map(({ id, laterId }) => memoryEdge({ id: ids.next(), ...common, fromId: laterId, toId: id }));
  await repositories.relations.add(edges);
  return memories.map(({ id }) => id);
}

const contentIn = (state: HistoryEntry['before']): string => (typeof state?.content === 'string' ? state.content : '');

/** The length of `taken` when there is none. */
const lastBy = (taken: readonly NotedChange[], laterId: string | null): number => {
  const place = taken.findLastIndex(({ byId }) => laterId === null || byId === laterId);
  return place < 0 ? taken.length : place;
};

/** An import may bring any number of changes of a memory, and others wait while they are read. */
const MOST_LOOKED_AT = 1000;

interface Taking {
  memory: MemoryRecord;
  /** Null means by any memory. */
  laterId: string | null;
}

/** By memory, the last replacement of a part that was not taken back. */
async function lastTaken({ history }: TenantRepositories, all: readonly Taking[]): Promise<Map<string, HistoryEntry>> {
  const ids = all.map(({ memory }) => memory.id);
  const noted = groupBy(
    await history.noted(ids, [PART_SUPERSEDED, PART_REVIVED], MOST_LOOKED_AT),
    ({ memoryId }) => memoryId,
  );
  const last = all.flatMap(({ memory, laterId }) => {
    const open: NotedChange[] = [];
    for (const one of noted.get(memory.id) ?? []) {
      if (one.change === PART_SUPERSEDED) open.push(one);
      else open.splice(lastBy(open, one.byId), 1);
    }
    return open[lastBy(open, laterId)] ?? [];
  });
  const entries = await history.at(last.map(({ memoryId, version }) => ({ memoryId, version })));
  return new Map(entries.map((entry) => [entry.memoryId, entry]));
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

/** Puts back, into each memory, the statement that was taken last, or last by `laterId`. Answers those that had one. */
async function reviveAll(repositories: TenantRepositories, all: readonly Taking[], now: Date): Promise<Rewriting[]> {
  const last = await lastTaken(repositories, all);
  const revived = all.flatMap(({ memory }): Rewriting[] => {
    const taken = last.get(memory.id);
    if (!taken) return [];
    const content = putBack(memory.content, contentIn(taken.before), contentIn(taken.after));
    return [{ memory, content, laterId: typeof taken.after?.byId === 'string' ? taken.after.byId : null }];
  });
  await rewriteAll(repositories, revived, { now, change: PART_REVIVED });
  return revived;
}

/** Puts back the statement that was taken last. Answers the taker's id, or null. */
export async function reviveParts(
  repositories: TenantRepositories,
  memory: MemoryRecord,
  now: Date,
): Promise<string | null> {
  const [revived] = await reviveAll(repositories, [{ memory, laterId: null }], now);
  return revived?.laterId ?? null;
}

/** Statements that one deletion gives back, since others wait for it, and memories that are read at once for that. */
const [MOST_GIVEN_BACK, TOGETHER] = [1000, 50];

/** One statement of a memory at a time: the next is put into what the one before left. */
function turnsOf<Edge extends { earlierId: string }>(edges: readonly Edge[]): Edge[][] {
  const turns: Edge[][] = [];
  for (const ofMemory of groupBy(edges, ({ earlierId }) => earlierId).values())
    for (const [turn, edge] of ofMemory.entries()) turns[turn] = [...(turns[turn] ?? []), edge];
  return turns.flatMap((turn) => chunksOf(turn, TOGETHER));
}

/** Gives back the statements that deleted memories had taken. Answers the ids that have to be indexed. */
export async function reviveTakenBy(
  repositories: TenantRepositories,
  laterIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const taken = await repositories.relations.partsReplacedBy(SUPERSEDES, laterIds, MOST_GIVEN_BACK);
  const touched: string[] = [];
  for (const turn of turnsOf(taken)) {
    const laterOf = new Map(turn.map(({ earlierId, laterId }) => [earlierId, laterId]));
    const memories = await repositories.memories.getMany([...laterOf.keys()]);
    const all = memories.map((memory) => ({ memory, laterId: laterOf.get(memory.id) ?? null }));
    touched.push(...(await reviveAll(repositories, all, now)).map(({ memory }) => memory.id));
  }
  return touched;
}
