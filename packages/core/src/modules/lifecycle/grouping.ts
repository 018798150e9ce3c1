import { groupBy } from '../in-parts.js';
import { pace } from '../waiting.js';

/** A memory that is old enough to be distilled. */
export interface Distillable {
  id: string;
  ownerEntityId: string | null;
  /** Who the first person in it is: "I" of two actors is not the same. */
  actorId: string | null;
  importance: number;
  /** Ids of its words, ascending, each once; names are among them. */
  words: readonly number[];
  /** Of those, the names. */
  names: readonly number[];
}

/** As many as can be read at a glance. */
const LARGEST = 20;
/** Of a memory's words, the rarest so many are looked up, and the latest so many groups under each. */
const KEYS = 8;
const GROUPS_A_KEY = 8;
/** Share of the shorter text's words that two with a name in common have in common. */
const OVERLAP_WITH_NAME = 0.3;
/** Share of both texts' words that two without one have in common. */
const OVERLAP_WITHOUT = 0.5;

/** How many are in both; both ascend. */
function inBoth(first: readonly number[], second: readonly number[]): number {
  let shared = 0;
  let at = 0;
  for (const value of first) {
    while (at < second.length && (second[at] ?? 0) < value) at += 1;
    if (second[at] === value) shared += 1;
  }
  return shared;
}

/** 0 where two are not about the same, else the more the closer. */
export function relatedness(first: Distillable, second: Distillable): number {
  const shared = inBoth(first.words, second.words);
  if (shared === 0) return 0;
  const either = shared / (first.words.length + second.words.length - shared);
  if (inBoth(first.names, second.names) > 0) {
    const shorter = shared / Math.min(first.words.length, second.words.length);
    return shorter >= OVERLAP_WITH_NAME ? 1 + either : 0;
  }
  return either >= OVERLAP_WITHOUT ? either : 0;
}

/** The rarest words that another memory has too: names first, since a name says most. */
const keysOf = ({ words, names }: Distillable, counts: ReadonlyMap<number, number>): number[] => {
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
    const close = leader && group.length < LARGEST ? relatedness(memory, leader) : 0;
    if (close > closest) {
      best = group;
      closest = close;
    }
  }
  return best;
};

/** Each joins the nearest of a bounded number of groups that share a rare word, or is the first of its own and leads it. */
async function groupPart(part: readonly Distillable[]): Promise<Distillable[][]> {
  const counts = new Map<number, number>();
  for (const { words } of part) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const open = new Map<number, Distillable[][]>();
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
      const others = (open.get(key) ?? []).filter(({ length }) => length < LARGEST);
      open.set(key, [...others.slice(1 - GROUPS_A_KEY), group]);
    }
  }
  return groups;
}

/**
 * Groups memories that are about the same: same owner and actor, and a name or many words in common. A lone one is a group
 * when its importance (0..1) is at least `aloneFrom`. Takes time in proportion to the number of memories, lets others have
 * their turn meanwhile, and calls no model.
 */
export async function groupRelated(memories: readonly Distillable[], aloneFrom: number): Promise<Distillable[][]> {
  const parts = groupBy(memories, ({ ownerEntityId, actorId }) => JSON.stringify([ownerEntityId, actorId]));
  const groups: Distillable[][] = [];
  for (const part of parts.values()) for (const group of await groupPart(part)) groups.push(group);
  return groups.filter(([first, ...rest]) => rest.length > 0 || (first?.importance ?? 0) >= aloneFrom);
}
