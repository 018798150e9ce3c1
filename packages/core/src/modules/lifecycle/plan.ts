import { LONGEST_READ, nothingRead, type TextReading } from '@hippocamp/shared/language/reading';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { countEach, createTermMap, distinctIds, type TermMap } from '@hippocamp/shared/text/term-map';
import { termId, terms } from '@hippocamp/shared/text/terms';
import type { AgeingMemory, LifecycleRunRecord, PlannedAction, TenantRecords } from '../../ports/records.js';
import type { Fit } from '../ageing/rules.js';
import { groupBy, pagesOf } from '../in-parts.js';
import type { MemoryServiceDependencies } from '../memory-store/memory-dependencies.js';
import type { Policies } from '../policies.js';
import { pace } from '../waiting.js';

export interface Distillable {
  id: string;
  ownerEntityId: string | null;
  /** The actor who is "I" in it. */
  actorId: string | null;
  importance: number;
  /** Ids of its words, ascending, each once, with the names. */
  words: readonly number[];
  names: readonly number[];
}

/** The largest group. As many can be read at a glance. */
export const LARGEST_GROUP = 20;
/** The rarest words of a memory that are looked up, and the latest groups looked at under each. */
const KEYS = 8;
const GROUPS_A_KEY = 8;
/** The share of the shorter text's words that two memories with a common name must share. */
const OVERLAP_WITH_NAME = 0.3;
/** The share of both texts' words that two memories without a common name must share. */
const OVERLAP_WITHOUT = 0.5;

/** Both lists are sorted. */
function inBoth(first: readonly number[], second: readonly number[]): number {
  let shared = 0;
  let at = 0;
  for (const value of first) {
    while (at < second.length && (second[at] ?? 0) < value) at += 1;
    if (second[at] === value) shared += 1;
  }
  return shared;
}

/** 0 when two are not about the same; otherwise more for closer ones. */
function relatedness(first: Distillable, second: Distillable): number {
  const shared = inBoth(first.words, second.words);
  if (shared === 0) return 0;
  const either = shared / (first.words.length + second.words.length - shared);
  if (inBoth(first.names, second.names) > 0) {
    const shorter = shared / Math.min(first.words.length, second.words.length);
    return shorter >= OVERLAP_WITH_NAME ? 1 + either : 0;
  }
  return either >= OVERLAP_WITHOUT ? either : 0;
}

/** The rarest words that another memory has too. Names come first, since they tell most. */
const keysOf = ({ words, names }: Distillable, counts: TermMap<number>): number[] => {
  const rank = (word: number) => (names.includes(word) ? 0 : (counts.get(word) ?? 0));
  return words
    .filter((word) => (counts.get(word) ?? 0) > 1)
    .sort((first, second) => rank(first) - rank(second) || first - second)
    .slice(0, KEYS);
};

const nearestGroup = (memory: Distillable, near: Iterable<Distillable[]>): Distillable[] | null => {
  let best: Distillable[] | null = null;
  let closest = 0;
  for (const group of near) {
    const [leader] = group;
    const close = leader && group.length < LARGEST_GROUP ? relatedness(memory, leader) : 0;
    if (close > closest) {
      best = group;
      closest = close;
    }
  }
  return best;
};

/** A memory joins the nearest of a bounded number of groups that share a rare word, or leads a new group. */
async function groupPart(part: readonly Distillable[]): Promise<Distillable[][]> {
  const counts = createTermMap<number>();
  for (const { words } of part) {
    await pace();
    countEach(counts, words);
  }
  const open = createTermMap<Distillable[][]>();
  const groups: Distillable[][] = [];
  for (const memory of part) {
    await pace();
    const keys = keysOf(memory, counts);
    const near = new Set(keys.flatMap((key) => open.get(key) ?? []));
    const found = nearestGroup(memory, near);
    if (found) {
      found.push(memory);
      continue;
    }
    const group = [memory];
    groups.push(group);
    for (const key of keys) {
      const others = (open.get(key) ?? []).filter(({ length }) => length < LARGEST_GROUP);
      open.set(key, [...others.slice(1 - GROUPS_A_KEY), group]);
    }
  }
  return groups;
}

/** Groups memories of one owner and actor that share a name or many words, in linear time. */
export async function groupRelated(memories: readonly Distillable[], aloneFrom: number): Promise<Distillable[][]> {
  const parts = groupBy(memories, ({ ownerEntityId, actorId }) => JSON.stringify([ownerEntityId, actorId]));
  const groups: Distillable[][] = [];
  for (const part of parts.values()) for (const group of await groupPart(part)) groups.push(group);
  return groups.filter(([first, ...rest]) => rest.length > 0 || (first?.importance ?? 0) >= aloneFrom);
}

export interface PlanDependencies extends Pick<MemoryServiceDependencies, 'facts' | 'ageing' | 'ids'> {
  tenant: TenantId;
  policies: Pick<Policies, 'distilAge' | 'distilAloneImportance'>;
  /** Rejects when another worker has taken over the run. */
  stillOurs(): Promise<void>;
}

/** Memories read, and rows written, at once. */
const PAGE = 250;
/** Words of memories that wait for a group. Those of all memories of a tenant may be more than the process can hold. */
export const MOST_WORDS = 1_000_000;
/** What a memory counts besides its words and names, since those without any take room and time too. */
const OF_MEMORY = 50;

const wordsOf = ({ words, names }: Distillable) => OF_MEMORY + words.length + names.length;

/** `otherwise` is the action of a memory that finds no group. */
interface Waiting {
  memory: AgeingMemory;
  distillable: Distillable;
  distil: Fit;
  otherwise: Fit | undefined;
}

type Scanned = AgeingMemory & { content: string | null };

const planned = (memory: AgeingMemory, fit: Fit, groupId: string | null): PlannedAction => ({
  memoryId: memory.id,
  action: fit.action,
  fromTier: memory.tier,
  toTier: fit.toTier,
  reason: fit.reason,
  groupId,
  plannedVersion: memory.version,
  plannedAccessCount: memory.accessCount,
  fromTierSince: memory.tierSince,
});

const ascending = (ids: readonly number[]) => distinctIds(ids).sort((first, second) => first - second);

const distillableOf = (memory: AgeingMemory, { names, stems }: TextReading): Distillable => {
  const nameIds = names.flatMap(terms).map(termId);
  return {
    id: memory.id,
    ownerEntityId: memory.ownerEntityId,
    actorId: memory.actorId,
    importance: memory.importanceScore,
    words: ascending([...stems.map(termId), ...nameIds]),
    names: ascending(nameIds),
  };
};

/** Stores one action for each memory that a rule fits at the run's creation. Starts over after an interruption. */
export async function planRun(
  records: TenantRecords,
  run: LifecycleRunRecord,
  { tenant, facts, ageing, ids, policies, stillOurs }: PlanDependencies,
): Promise<LifecycleRunRecord> {
  const { lifecycle } = records;
  const now = run.createdAt;
  const waiting = new Map<string, Waiting>();
  let words = 0;
  const actions: PlannedAction[] = [];
  const postponed: { id: string; from: Date; to: Date | null }[] = [];

  const settle = (memory: AgeingMemory, fit: Fit | undefined) => {
    const { id, dueAt: from } = memory;
    if (fit) actions.push(planned(memory, fit, null));
    else if (from && from <= now) postponed.push({ id, from, to: ageing.dueAt(memory, now) });
  };

  const write = async () => {
    await stillOurs();
    await lifecycle.plan(run.id, actions.splice(0));
    const later = postponed.splice(0);
    // A dry run changes nothing, not even when a memory is next due.
    if (!run.dryRun) await lifecycle.postpone(later);
  };

  /** A long memory is read only at its beginning, which shows its subject. */
  const readingsOf = async (page: readonly Scanned[]): Promise<ReadonlyMap<string, TextReading>> => {
    const isShort = ({ content }: Scanned) => (content ?? '').length <= LONGEST_READ;
    const known = facts.kept(await records.memories.readings(page.filter(isShort).map(({ id }) => id)));
    const unread = page.filter(({ id }) => !known.has(id));
    const beginnings = unread.map(({ content }) => (content ?? '').slice(0, LONGEST_READ));
    const found = await facts.readToKeep(tenant, beginnings);
    return new Map([...known, ...unread.map(({ id }, place) => [id, found[place] ?? nothingRead] as const)]);
  };

  const consider = async (page: readonly Scanned[]) => {
    const readings = await readingsOf(page.filter((memory) => ageing.fits(memory, now)[0]?.action === 'distilled'));
    for (const { content: _content, ...memory } of page) {
      const [first, otherwise] = ageing.fits(memory, now);
      if (first?.action === 'distilled') {
        const distillable = distillableOf(memory, readings.get(memory.id) ?? nothingRead);
        waiting.set(memory.id, { memory, distillable, distil: first, otherwise });
        words += wordsOf(distillable);
      } else settle(memory, first);
      await pace();
    }
  };

  const takeOut = (found: Waiting) => {
    waiting.delete(found.memory.id);
    words -= wordsOf(found.distillable);
  };

  const planGroup = (group: readonly Distillable[]) => {
    const groupId = ids.next();
    for (const { id, importance } of group) {
      const found = waiting.get(id);
      if (!found) continue;
      takeOut(found);
      const why =
        group.length > 1 ? `together with ${group.length - 1} related` : `alone for its importance ${importance}`;
      actions.push(planned(found.memory, { ...found.distil, reason: `${found.distil.reason}, ${why}` }, groupId));
    }
  };

  /** The oldest first, each with its whole group, until so many words are left. Later ones wait on for those related to them. */
  const planOldest = async (kept: number) => {
    const distillables = [...waiting.values()].map(({ distillable }) => distillable);
    const groups = await groupRelated(distillables, policies.distilAloneImportance);
    const groupOf = new Map(groups.flatMap((group) => group.map(({ id }) => [id, group] as const)));
    for (const [id, found] of waiting) {
      if (words <= kept) break;
      const group = groupOf.get(id);
      if (group) planGroup(group);
      else {
        takeOut(found);
        settle(found.memory, found.otherwise);
      }
      if (actions.length + postponed.length >= PAGE) await write();
      await pace();
    }
  };

  const memories = await records.memories.count({ includeArchived: true, includeSuperseded: true });
  await lifecycle.clearPlan(run.id);
  const distilBefore = new Date(now.getTime() - policies.distilAge);
  const scan = (after: Scanned | null) => lifecycle.scan(after?.id ?? null, PAGE, distilBefore);
  for await (const page of pagesOf(PAGE, scan)) {
    await consider(page);
    if (words > MOST_WORDS) await planOldest(MOST_WORDS / 2);
    await write();
  }
  await planOldest(0);
  await write();
  const changes = { state: run.dryRun ? ('planning' as const) : ('applying' as const), memories };
  await lifecycle.update(run.id, changes);
  return { ...run, ...changes };
}
