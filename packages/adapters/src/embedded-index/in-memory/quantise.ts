/** Values of a row kept exactly: one outlier would take all precision from the others. */
export const PEAKS = 2;

const LARGEST_BYTE = 127;
const LARGEST_WORD = 32_767;

export interface QuantisedRow {
  scale: number;
  /** Coordinates kept as float32, and their values; the int8 values there are 0. */
  places: readonly number[];
  peaks: readonly number[];
}

function largestBut(vector: Float32Array, others: readonly number[]): number {
  let best = -1;
  let size = -1;
  for (let place = 0; place < vector.length; place += 1) {
    const own = Math.abs(vector[place] as number);
    if (own <= size || others.includes(place)) continue;
    best = place;
    size = own;
  }
  return best;
}

/** `values` may be longer than the vector. */
export function quantise(vector: Float32Array, values: Int8Array): QuantisedRow {
  const places: number[] = [];
  while (places.length < Math.min(PEAKS, vector.length)) places.push(largestBut(vector, places));
  const scale = Math.fround(Math.abs(vector[largestBut(vector, places)] ?? 0) / LARGEST_BYTE);
  values.fill(0);
  if (scale > 0) {
    for (let place = 0; place < vector.length; place += 1)
      values[place] = Math.round((vector[place] as number) / scale);
  }
  for (const place of places) values[place] = 0;
  return { scale, places, peaks: places.map((place) => vector[place] ?? 0) };
}

export interface QuantisedQuestion {
  /** Zeros follow the last dimension. */
  values: Int16Array;
  step: number;
}

/** Steps are small enough that sums of products with int8 values fit into int32, and each value into int16. */
export function quantiseQuestion(vector: Float32Array, stride: number): QuantisedQuestion {
  const most = vector.reduce((found, value) => Math.max(found, Math.abs(value)), 0);
  const all = vector.reduce((sum, value) => sum + Math.abs(value), 0);
  const values = new Int16Array(stride);
  // Rounding adds up to half a step per dimension.
  const room = (2 ** 31 - 1) / LARGEST_BYTE - stride;
  const step = Math.max(most / LARGEST_WORD, all / room);
  if (step > 0) for (const [place, value] of vector.entries()) values[place] = Math.round(value / step);
  return { values, step };
}
