import { stirred, unstirred } from './stirred.js';

/** A map by term ids (or other integers from 0 to 2³² − 1) that texts may choose. See `stirred`. */
export interface TermMap<Value> extends Iterable<[id: number, value: Value]> {
  readonly size: number;
  get(id: number): Value | undefined;
  has(id: number): boolean;
  set(id: number, value: Value): void;
  delete(id: number): void;
  values(): Iterable<Value>;
}

/** Keeps the order in which ids came. */
export function createTermMap<Value>(given: Iterable<readonly [id: number, value: Value]> = []): TermMap<Value> {
  const held = new Map<number, Value>();
  for (const [id, value] of given) held.set(stirred(id), value);
  return {
    get size() {
      return held.size;
    },
    get: (id) => held.get(stirred(id)),
    has: (id) => held.has(stirred(id)),
    set(id, value) {
      held.set(stirred(id), value);
    },
    delete(id) {
      held.delete(stirred(id));
    },
    values: () => held.values(),
    *[Symbol.iterator]() {
      for (const [key, value] of held) yield [unstirred(key), value];
    },
  };
}

/** In the order in which they came first. */
export const distinctIds = (ids: readonly number[]): number[] => [...new Set(ids.map(stirred))].map(unstirred);

export const countEach = (counts: TermMap<number>, ids: Iterable<number>): void => {
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
};
