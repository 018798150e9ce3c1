import { createTermMap } from '@hippocamp/shared/text/term-map';
import { createSlices } from './slices.js';

export interface Terms {
  ids: ArrayLike<number>;
  weights: ArrayLike<number>;
}

/** For each term, the rows that hold it and its weights, of one field of one tenant. */
export interface Postings {
  /** Rows come in ascending order, each once. */
  add(row: number, terms: Terms): void;
  multiply(question: Terms, sums: Float64Array): void;
  valueOf(row: number, question: Terms): number;
  /** Row `n` becomes `renumbered[n]`, which ascends; a negative number removes it. */
  keep(renumbered: Int32Array): void;
  bytes(): number;
}

/** Bytes of a map entry in V8. */
const BYTES_OF_ENTRY = 48;

/** `to` is excluded; −1 when absent. */
function find(rows: Int32Array, row: number, from: number, to: number): number {
  let [low, high] = [from, to - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const there = rows[middle] ?? 0;
    if (there === row) return middle;
    if (there < row) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

export function createPostings(): Postings {
  const sliceOf = createTermMap<number>();
  const slices = createSlices();

  const begin = (term: number): number => {
    const slice = slices.begin();
    sliceOf.set(term, slice);
    return slice;
  };

  const keepSlice = (slice: number, renumbered: Int32Array) => {
    const { rows, weights } = slices.pool();
    const start = slices.startOf(slice);
    let kept = start;
    for (let place = start; place < start + slices.lengthOf(slice); place += 1) {
      const row = renumbered[rows[place] ?? 0] ?? -1;
      if (row < 0) continue;
      rows[kept] = row;
      weights[kept] = weights[place] ?? 0;
      kept += 1;
    }
    slices.cut(slice, kept - start);
  };

  const multiplySlice = (slice: number, weight: number, sums: Float64Array) => {
    const { rows, weights } = slices.pool();
    const start = slices.startOf(slice);
    for (let place = start; place < start + slices.lengthOf(slice); place += 1) {
      const row = rows[place] ?? 0;
      sums[row] = (sums[row] ?? 0) + weight * (weights[place] ?? 0);
    }
  };

  return {
    add(row, { ids, weights }) {
      for (let place = 0; place < ids.length; place += 1) {
        const term = ids[place] ?? 0;
        slices.append(sliceOf.get(term) ?? begin(term), row, weights[place] ?? 0);
      }
    },
    multiply({ ids, weights }, sums) {
      for (let place = 0; place < ids.length; place += 1) {
        const slice = sliceOf.get(ids[place] ?? 0);
        if (slice !== undefined) multiplySlice(slice, weights[place] ?? 0, sums);
      }
    },
    valueOf(row, { ids, weights: asked }) {
      const { rows, weights } = slices.pool();
      let sum = 0;
      for (let place = 0; place < ids.length; place += 1) {
        const slice = sliceOf.get(ids[place] ?? 0);
        if (slice === undefined) continue;
        const start = slices.startOf(slice);
        const at = find(rows, row, start, start + slices.lengthOf(slice));
        if (at >= 0) sum += (asked[place] ?? 0) * (weights[at] ?? 0);
      }
      return sum;
    },
    keep(renumbered) {
      for (const slice of sliceOf.values()) keepSlice(slice, renumbered);
    },
    bytes: () => slices.bytes() + BYTES_OF_ENTRY * sliceOf.size,
  };
}
