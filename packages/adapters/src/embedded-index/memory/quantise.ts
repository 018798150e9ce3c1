/**
 * The number of a row's largest values that are kept exactly, because one outlier would take all precision from the
 * others.
 */
export const PEAKS = 2;

const LARGEST_BYTE = 127;
const LARGEST_WORD = 32_767;

export interface QuantisedRow {
  /** The value of one int8 step. */
  scale: number;
  /** Coordinates that are kept as float32, and their values; the int8 values are 0 there. */
  places: readonly number[];
  peaks: readonly number[];
}

/** The place of the largest value but those of some places. */
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

/** Writes a vector of any length as int8 values into `values`, which may be longer. */
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
  /** Int16, zeros behind the last dimension. */
  values: Int16Array;
  /** The value of one step. */
  step: number;
}

/** Uses steps so small that sums of products with int8 values fit into 32 bits, and each value into 16. */
export function quantiseQuestion(vector: Float32Array, stride: number): QuantisedQuestion {
  const most = vector.reduce((found, value) => Math.max(found, Math.abs(value)), 0);
  const all = vector.reduce((sum, value) => sum + Math.abs(value), 0);
  const values = new Int16Array(stride);
  // Rounding adds up to half a step for each dimension.
  const room = (2 ** 31 - 1) / LARGEST_BYTE - stride;
  const step = Math.max(most / LARGEST_WORD, all / room);
  if (step > 0) for (const [place, value] of vector.entries()) values[place] = Math.round(value / step);
  return { values, step };
}
