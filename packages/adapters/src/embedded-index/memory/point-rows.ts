import { createFilterColumns, type RowFilters } from './filter-columns.js';
import { bytesOf, grown } from './growing.js';
import type { Multiply } from './kernel.js';
import { createPostings, type Terms } from './postings.js';
import { createRowIds, type Id } from './row-ids.js';
import { createVectors } from './vectors.js';

export interface HeldPoint {
  id: Id;
  version: number;
  dense: Float32Array | null;
  own: Terms;
  context: Terms;
  filters: RowFilters;
}

/** Removed and replaced rows stay until they are so many, and a quarter of all. */
const FEWEST_DEAD = 64;

export type PointRows = ReturnType<typeof createPointRows>;

/** The points of a tenant as rows of columns. A row is only ever added; one that no longer counts is removed some time later. */
export function createPointRows(dimensions: number, multiply: Multiply) {
  const vectors = createVectors(dimensions, multiply);
  const fields = { own: createPostings(), context: createPostings() };
  const filters = createFilterColumns();
  const ids = createRowIds();
  let versions = new Int32Array(0);
  /** 1 for a row that counts. */
  let living = new Uint8Array(0);
  let count = 0;
  let dead = 0;

  const keepLiving = () => {
    const kept = new Int32Array(count - dead);
    const renumbered = new Int32Array(count).fill(-1);
    for (let row = 0, next = 0; row < count; row += 1) {
      if (!living[row]) continue;
      kept[next] = row;
      renumbered[row] = next;
      versions[next] = versions[row] ?? 0;
      next += 1;
    }
    for (const part of [vectors, filters, ids]) part.keep(kept);
    for (const field of [fields.own, fields.context]) field.keep(renumbered);
    count = kept.length;
    living.fill(1, 0, count);
    dead = 0;
  };

  return {
    ...{ vectors, fields, filters, ids },
    /** The row of a point, or −1. */
    find(id: Id): number {
      const row = ids.find(id);
      return row >= 0 && living[row] ? row : -1;
    },
    versionOf: (row: number): number => versions[row] ?? 0,
    append({ id, version, dense, own, context, filters: ofRow }: HeldPoint): void {
      const row = count;
      count += 1;
      versions = grown(versions, count);
      living = grown(living, count);
      versions[row] = version;
      living[row] = 1;
      ids.put(row, id);
      vectors.put(row, dense);
      fields.own.add(row, own);
      fields.context.add(row, context);
      filters.put(row, ofRow);
    },
    bury(row: number): void {
      living[row] = 0;
      dead += 1;
    },
    /** Rows may have other numbers afterwards. */
    tidy(): void {
      if (dead >= FEWEST_DEAD && dead * 4 >= count) keepLiving();
    },
    /** A copy, 1 for each row that counts. */
    living: (): Uint8Array => living.slice(0, count),
    /** With those that do not count. */
    count: (): number => count,
    size: (): number => count - dead,
    bytes: (): number =>
      bytesOf(versions, living) +
      [vectors, fields.own, fields.context, filters, ids].reduce((sum, part) => sum + part.bytes(), 0),
  };
}
