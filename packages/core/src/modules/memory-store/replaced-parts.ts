import { hasVisibleCharacter } from '@hippocamp/shared/schemas/common';
import { KEPT_LENGTH } from '@hippocamp/shared/schemas/transfer';
import type { Ids } from '../../ports/ids.js';
import type {
  HistoryEntry,
  MemoryRecord,
  NotedChange,
  RelationRecord,
  Span,
  TenantRepositories,
} from '../../ports/records.js';
import { contentHash, rewriteMemories, spokenWords } from '../facts/facts.js';
import { chunksOf, groupBy } from '../in-parts.js';
import { asRewritten, type TakenPart, takenFromSources, withoutPartsOf } from './distilled-parts.js';
import { memoryEdge, SUPERSEDES } from './replacements.js';
import { asReworded } from './reworded.js';
import { remakeDistilled } from './withdraw.js';

/** The history entry of a memory of which one statement was replaced while the rest holds. */
export const PART_SUPERSEDED = 'part_superseded';
const PART_REVIVED = 'part_revived';

type Spoken = Pick<MemoryRecord, 'content' | 'speaker'>;

/** The speaker's name stays before what is left. */
export const labelled = (memory: Spoken, spoken: string): string =>
  memory.content.slice(0, memory.content.length - spokenWords(memory).length) + spoken;

/** Null where nothing visible is left. */
function without(memory: Spoken, parts: readonly Span[]): string | null {
  const { content } = memory;
  let left = '';
  let at = labelled(memory, '').length;
  for (const { start, end } of parts.toSorted((one, other) => one.start - other.start)) {
    left += content.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  left = (left + content.slice(at).trimStart()).trim();
  return hasVisibleCharacter(left) ? labelled(memory, left) : null;
}

export interface Rewriting {
  memory: Pick<MemoryRecord, 'id' | 'content'>;
  content: string;
  /** Where it changes with the content. */
  provenance?: MemoryRecord['provenance'] | undefined;
  laterId: string | null;
}

/** Answers the ids of those that are still there. Index jobs read the new contents. */
export async function rewriteAll(
  repositories: TenantRepositories,
  all: readonly Rewriting[],
  { now, change }: { now: Date; change: string },
): Promise<string[]> {
  const texts = all.map(({ memory: { id }, content, provenance }) => ({
    ...{ id, content, contentHash: contentHash(content) },
    ...(provenance === undefined ? {} : { provenance }),
  }));
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

/** Memories whose texts are held at once. */
const TOGETHER = 50;

/** One statement of a memory at a time: the next is taken from, or put into, what the one before left. */
export function turnsOf<One>(ones: readonly One[], idOf: (one: One) => string): One[][] {
  const turns: One[][] = [];
  for (const ofMemory of groupBy(ones, idOf).values())
    for (const [turn, one] of ofMemory.entries()) turns[turn] = [...(turns[turn] ?? []), one];
  return turns.flatMap((turn) => chunksOf(turn, TOGETHER));
}

export const partEdge = (fromId: string, toId: string, { now, ids }: { now: Date; ids: Ids }): RelationRecord =>
  memoryEdge({ id: ids.next(), type: SUPERSEDES, metadata: { part: true }, createdAt: now, fromId, toId });

interface Taken {
  /** One for each that took statements, in turn. */
  rewritings: Rewriting[];
  /** The one that took all that the others had left. */
  emptiedBy: string | null;
}

/** Null where nothing visible is left. */
function restOf(memory: MemoryRecord, parts: readonly Span[]): Pick<Rewriting, 'content' | 'provenance'> | null {
  const attributed = withoutPartsOf(memory, parts);
  if (attributed) return attributed.content === '' ? null : attributed;
  const content = without(memory, parts);
  return content === null ? null : { content };
}

function takenOf(memory: MemoryRecord, parts: readonly TakenPart[]): Taken {
  const rewritings: Rewriting[] = [];
  const cut: Span[] = [];
  let { content: before } = memory;
  for (const [laterId, ones] of groupBy(parts, (part) => part.laterId)) {
    cut.push(...ones);
    const rest = restOf(memory, cut);
    if (rest === null) return { rewritings, emptiedBy: laterId };
    if (rest.content !== before) rewritings.push({ memory: { id: memory.id, content: before }, ...rest, laterId });
    before = rest.content;
  }
  return { rewritings, emptiedBy: null };
}

/** With the same statements of the sources of distilled ones. */
async function withSources(
  repositories: TenantRepositories,
  parts: readonly TakenPart[],
): Promise<{ memories: MemoryRecord[]; ofMemory: ReadonlyMap<string, readonly TakenPart[]> }> {
  const ofMemory = groupBy(parts, ({ id }) => id);
  const named = await repositories.memories.getMany([...ofMemory.keys()]);
  const ofSources = await takenFromSources(repositories, named, ofMemory);
  if (ofSources.length === 0) return { memories: named, ofMemory };
  const all = groupBy([...parts, ...ofSources], ({ id }) => id);
  return { memories: await repositories.memories.getMany([...all.keys()]), ofMemory: all };
}

/**
 * Takes out single statements, as if each taker came alone. `touched` have to be indexed after the commit. A memory
 * never stays empty: `emptied` still hold what their last taker takes, and are to be replaced by it.
 */
export async function supersedeParts(
  repositories: TenantRepositories,
  parts: readonly TakenPart[],
  { now, ids }: { now: Date; ids: Ids },
): Promise<{ touched: string[]; emptied: { laterId: string; earlierId: string }[] }> {
  if (parts.length === 0) return { touched: [], emptied: [] };
  const { memories, ofMemory } = await withSources(repositories, parts);
  const taken = memories.map((memory) => ({ id: memory.id, ...takenOf(memory, ofMemory.get(memory.id) ?? []) }));
  const rewritings = taken.flatMap((one) => one.rewritings);
  for (const turn of turnsOf(rewritings, ({ memory }) => memory.id))
    await rewriteAll(repositories, turn, { now, change: PART_SUPERSEDED });
  const edges = rewritings.flatMap(({ memory, laterId }) =>
    laterId === null ? [] : [partEdge(laterId, memory.id, { now, ids })],
  );
  await repositories.relations.add(edges);
  return {
    touched: [...new Set(rewritings.map(({ memory }) => memory.id))],
    emptied: taken.flatMap(({ id, emptiedBy }) => (emptiedBy === null ? [] : [{ laterId: emptiedBy, earlierId: id }])),
  };
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
  /** It keeps the statement, even where that stays replaced in what it is distilled of. */
  byClient?: boolean;
}

export interface Revived extends Rewriting {
  memory: MemoryRecord;
  /** The statements that are back. */
  words: string;
  /** True where the same memory has taken more. */
  isMoreTaken: boolean;
}

interface LastTaken {
  entry: HistoryEntry;
  /** All that the same memory has taken. */
  count: number;
}

/** By memory, the last replacement of a part that was not taken back. */
async function lastTaken({ history }: TenantRepositories, all: readonly Taking[]): Promise<Map<string, LastTaken>> {
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
    const one = open[lastBy(open, laterId)];
    return one ? [{ ...one, count: open.filter(({ byId }) => byId === one.byId).length }] : [];
  });
  const counts = new Map(last.map(({ memoryId, count }) => [memoryId, count]));
  const entries = await history.at(last.map(({ memoryId, version }) => ({ memoryId, version })));
  return new Map(entries.map((entry) => [entry.memoryId, { entry, count: counts.get(entry.memoryId) ?? 0 }]));
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
export async function reviveAll(
  repositories: TenantRepositories,
  all: readonly Taking[],
  now: Date,
): Promise<Revived[]> {
  const last = await lastTaken(repositories, all);
  const revived = all.flatMap(({ memory, byClient }): Revived[] => {
    const found = last.get(memory.id);
    if (!found) return [];
    const { entry: taken, count } = found;
    const [before, after] = [contentIn(taken.before), contentIn(taken.after)];
    const laterId = typeof taken.after?.byId === 'string' ? taken.after.byId : null;
    const content = putBack(memory.content, before, after);
    // An import refuses a longer text.
    if (content.length > KEPT_LENGTH) return [];
    const reworded = content === before ? undefined : asReworded(memory.provenance);
    const provenance = reworded ?? (byClient ? asRewritten(memory.provenance) : undefined);
    return [{ memory, content, provenance, laterId, words: takenFrom(before, after), isMoreTaken: count > 1 }];
  });
  await rewriteAll(repositories, revived, { now, change: PART_REVIVED });
  return revived;
}

/** For a client: puts back the statement that was taken last. Answers the taker's id, or null. */
export async function reviveParts(
  repositories: TenantRepositories,
  memory: MemoryRecord,
  now: Date,
): Promise<string | null> {
  const [revived] = await reviveAll(repositories, [{ memory, laterId: null, byClient: true }], now);
  return revived?.laterId ?? null;
}
