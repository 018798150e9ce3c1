export interface Candidates {
  /** One per row; a row with NaN is in no list. */
  values: Float64Array;
  /** 0 excludes the row. */
  passes: Uint8Array;
  above: number;
  /** Orders rows of equal value; a negative result puts `first` first. */
  compare(first: number, second: number): number;
}

/** The `most` best rows, best first, by a heap with the worst on top. */
export function bestRows({ values, passes, above, compare }: Candidates, most: number): Int32Array {
  const heap = new Int32Array(Math.min(most, values.length));
  let size = 0;

  const comesAfter = (first: number, second: number) => {
    const difference = (values[first] ?? 0) - (values[second] ?? 0);
    return difference === 0 ? compare(first, second) > 0 : difference < 0;
  };

  const rise = (row: number) => {
    let place = size;
    size += 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!comesAfter(row, heap[parent] ?? 0)) break;
      heap[place] = heap[parent] ?? 0;
      place = parent;
    }
    heap[place] = row;
  };

  const sink = (row: number) => {
    let place = 0;
    for (let child = 1; child < size; child = 2 * place + 1) {
      if (child + 1 < size && comesAfter(heap[child + 1] ?? 0, heap[child] ?? 0)) child += 1;
      if (!comesAfter(heap[child] ?? 0, row)) break;
      heap[place] = heap[child] ?? 0;
      place = child;
    }
    heap[place] = row;
  };

  let bound = above;
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] as number;
    if (!(value >= bound) || value === above || !passes[row]) continue;
    if (size < heap.length) rise(row);
    else if (size > 0 && comesAfter(heap[0] ?? 0, row)) sink(row);
    if (size === heap.length) bound = values[heap[0] ?? 0] ?? above;
  }
  return heap.subarray(0, size).sort((first, second) => (comesAfter(first, second) ? 1 : -1));
}
