import { termId } from '../terms.js';

/** V8's hash of an integer in maps and sets, which has no secret. */
function hashOf(integer: number): number {
  let hash = ~integer + (integer << 15);
  hash ^= hash >>> 12;
  hash += hash << 2;
  hash ^= hash >>> 4;
  hash = Math.imul(hash, 2057);
  return hash ^ (hash >>> 16);
}

const BUCKETS = 8192;

/** The bucket in a map of up to 16,384 integers. */
const bucketOf = (integer: number): number => hashOf(integer) & (BUCKETS - 1);

/** Term ids of one bucket, ascending. */
export function chosenIds(count: number): number[] {
  const ids: number[] = [];
  for (let id = 0; ids.length < count; id += 1) if (bucketOf(id) === 0) ids.push(id);
  return ids;
}

const [FIRST_LETTER, LAST_LETTER] = [0x4e00, 0x9fff];

/** Each beside a one. V8 gathers their names in one bucket to list the members. */
export const chosenMembers = (count: number): Record<string, number> =>
  Object.fromEntries(chosenIds(count).map((id) => [String(id), 1]));

/** Words of two letters whose ids are of one bucket, where ids are hashed with `before` in front. */
export function chosenWords(count: number, before = ''): string[] {
  const words: string[] = [];
  for (let first = FIRST_LETTER; first <= LAST_LETTER; first += 1) {
    for (let second = FIRST_LETTER; second <= LAST_LETTER; second += 1) {
      const word = String.fromCharCode(first, second);
      if (bucketOf(termId(before + word)) === 0) words.push(word);
      if (words.length === count) return words;
    }
  }
  return words;
}

/** How many of as many integers share the fullest bucket. Of 16,384 by chance it is less than this nearly always: all but once in 10¹⁴ times. */
export const BY_CHANCE = 24;

export function fullestBucket(integers: Iterable<number>): number {
  const counts = new Uint32Array(BUCKETS);
  for (const integer of integers) counts[bucketOf(integer)] = (counts[bucketOf(integer)] ?? 0) + 1;
  return Math.max(...counts);
}

function createWatch() {
  const held: Iterable<unknown>[] = [];
  const seen = new WeakSet<object>();
  return {
    note(filled: Map<unknown, unknown> | Set<unknown>) {
      if (!seen.has(filled)) held.push({ [Symbol.iterator]: () => filled.keys() });
      seen.add(filled);
    },
    noteKeys(keys: readonly string[]) {
      held.push(keys.map(Number));
    },
    fullest: () => Math.max(0, ...held.map((keys) => fullestBucket([...keys].filter(isInteger)))),
  };
}

const isInteger = (key: unknown): key is number => Number.isInteger(key);

/** To do these with an object, V8 fills a set with its integer keys. */
const gathering = [
  [Object, 'entries'],
  [Object, 'values'],
  [Object, 'assign'],
  [Reflect, 'ownKeys'],
] as const;

/** Notes the keys of the last object that is given. Answers what undoes it. */
function watchGathering(note: (keys: readonly string[]) => void): () => void {
  const before = gathering.map(([place, name]) => [place, name, Reflect.get(place, name) as Work] as const);
  const { keys } = Object;
  for (const [place, name, work] of before) {
    Reflect.set(place, name, (...given: object[]) => {
      const last = given.at(-1);
      if (last && !Array.isArray(last)) note(keys(last));
      return work(...given);
    });
  }
  return () => {
    for (const [place, name, work] of before) Reflect.set(place, name, work);
  };
}

type Work = (...given: object[]) => unknown;

/** The fullest bucket of all maps and sets that the work fills with integers, and of those that V8 fills with the keys of objects. */
export async function fullestBucketOf(work: () => unknown): Promise<number> {
  const [{ set }, { add }] = [Map.prototype, Set.prototype];
  const watch = createWatch();
  Map.prototype.set = function (key, value) {
    watch.note(this);
    return set.call(this, key, value);
  };
  Set.prototype.add = function (value) {
    watch.note(this);
    return add.call(this, value);
  };
  const undo = watchGathering(watch.noteKeys);
  try {
    await work();
  } finally {
    undo();
    Object.assign(Map.prototype, { set });
    Object.assign(Set.prototype, { add });
  }
  return watch.fullest();
}
