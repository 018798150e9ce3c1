import { bytesOf, grown } from './growing.js';

/** A list is a slice of 2ⁿ places in one pool; a full one moves to a slice twice its size and frees its own. */
export interface Slices {
  begin(): number;
  append(slice: number, row: number, weight: number): void;
  startOf(slice: number): number;
  lengthOf(slice: number): number;
  cut(slice: number, length: number): void;
  /** The arrays themselves, valid until the next `append`. */
  pool(): { rows: Int32Array; weights: Float32Array };
  bytes(): number;
}

export function createSlices(): Slices {
  let count = 0;
  let starts = new Int32Array(0);
  let lengths = new Int32Array(0);
  /** The n of 2ⁿ. */
  let sizes = new Uint8Array(0);
  let rows = new Int32Array(0);
  let weights = new Float32Array(0);
  let end = 0;
  /** By size. */
  const free: number[][] = [];

  const take = (size: number): number => {
    const left = free[size]?.pop();
    if (left !== undefined) return left;
    const start = end;
    end += 2 ** size;
    rows = grown(rows, end);
    weights = grown(weights, end);
    return start;
  };

  const enlarge = (slice: number) => {
    const [old, length, size] = [starts[slice] ?? 0, lengths[slice] ?? 0, sizes[slice] ?? 0];
    const start = take(size + 1);
    rows.copyWithin(start, old, old + length);
    weights.copyWithin(start, old, old + length);
    free[size] ??= [];
    free[size].push(old);
    starts[slice] = start;
    sizes[slice] = size + 1;
  };

  return {
    begin() {
      const slice = count;
      count += 1;
      starts = grown(starts, count);
      lengths = grown(lengths, count);
      sizes = grown(sizes, count);
      starts[slice] = take(0);
      return slice;
    },
    append(slice, row, weight) {
      const length = lengths[slice] ?? 0;
      if (length === 2 ** (sizes[slice] ?? 0)) enlarge(slice);
      const place = (starts[slice] ?? 0) + length;
      rows[place] = row;
      weights[place] = weight;
      lengths[slice] = length + 1;
    },
    startOf: (slice) => starts[slice] ?? 0,
    lengthOf: (slice) => lengths[slice] ?? 0,
    cut(slice, length) {
      lengths[slice] = length;
    },
    pool: () => ({ rows, weights }),
    bytes: () => bytesOf(starts, lengths, sizes, rows, weights),
  };
}
