import { describe, expect, it } from 'vitest';
import { createRowIds, type Id } from './row-ids.js';

const COUNT = 2_000;

/** Whoever imports points chooses their ids. */
const numbered = (last: (place: number) => number): Id[] =>
  Array.from({ length: COUNT }, (_, place) => new Uint32Array([place, 0, 0, last(place)]));

const FACTOR = 0x9e3779b1;
/** The last word with which an id had one hash with all others while the hash was words times this number. */
const colliding = numbered((place) => {
  let mixed = 0;
  for (const word of [place, 0, 0]) mixed = Math.imul(mixed ^ word, FACTOR);
  return mixed >>> 0;
});

/** Words of the id that are read while it is looked for: four for its hash, and at least one for each row it meets. */
function readsToFind(find: (id: Id) => number, id: Id): { row: number; reads: number } {
  let reads = 0;
  const watched = new Proxy(id, {
    get(words, key) {
      reads += 1;
      return Reflect.get(words, key);
    },
  });
  return { row: find(watched), reads };
}

function readsToFindAll(ids: readonly Id[], rows = createRowIds()): number[] {
  for (const [row, id] of ids.entries()) rows.put(row, id);
  return ids.map((id, row) => {
    const found = readsToFind(rows.find, id);
    expect(found.row).toBe(row);
    return found.reads;
  });
}

const sum = (reads: readonly number[]) => reads.reduce((total, one) => total + one, 0);

describe('rows by id', () => {
  it('finds ids that were chosen to collide as soon as others', () => {
    expect(sum(readsToFindAll(colliding))).toBeLessThan(COUNT * 20);
  });

  it.each([
    ['first', numbered(() => 0)],
    ['last', numbered(() => 0).map((id) => id.toReversed())],
    ['high bits', numbered(() => 0).map((id) => id.map((word) => word << 20))],
  ])('finds ids soon that differ only in their %s', (_, ids) => {
    expect(sum(readsToFindAll(ids))).toBeLessThan(COUNT * 20);
  });

  it('has another order in each table, which nobody outside knows', () => {
    const ids = numbered(() => 0);
    expect(readsToFindAll(ids)).not.toEqual(readsToFindAll(ids));
  });

  it('knows the last row of an id, and after a tidying only the rows that were kept', () => {
    const [first, second, third] = colliding as [Id, Id, Id];
    const rows = createRowIds();
    for (const [row, id] of [first, second, first, third].entries()) rows.put(row, id);
    expect([first, second, third].map(rows.find)).toEqual([2, 1, 3]);
    rows.keep(Int32Array.of(2, 3));
    expect([first, second, third].map(rows.find)).toEqual([0, -1, 1]);
  });
});
