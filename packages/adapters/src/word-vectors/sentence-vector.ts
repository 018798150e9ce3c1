import { words } from '@hippocamp/shared/text/terms';
import type { WordTable } from './table-format.js';

/** Dot product. */
export function dotProduct(first: ArrayLike<number>, second: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < first.length; index += 1) sum += (first[index] ?? 0) * (second[index] ?? 0);
  return sum;
}

const addRow = (sum: Float64Array, { values, scales, dimensions }: WordTable, row: number) => {
  const scale = scales[row] ?? 0;
  const start = row * dimensions;
  for (let index = 0; index < dimensions; index += 1) {
    sum[index] = (sum[index] ?? 0) + scale * (values[start + index] ?? 0);
  }
};

/** Takes the part along `direction`, a unit vector, out of `vector`. */
export function removeDirection(vector: Float64Array, direction: ArrayLike<number>): void {
  const along = dotProduct(vector, direction);
  for (let index = 0; index < vector.length; index += 1) {
    vector[index] = (vector[index] ?? 0) - along * (direction[index] ?? 0);
  }
}

/**
 * The weighted sum of the vectors of a text's known words, repeats counted, of the table's dimensions and any length;
 * null when it knows none. The sum, not the mean: its length says how much the text says.
 */
export function sumOfWords(text: string, table: WordTable, rows: ReadonlyMap<string, number>): Float64Array | null {
  const sum = new Float64Array(table.dimensions);
  let known = 0;
  for (const word of words(text)) {
    const row = rows.get(word);
    if (row === undefined) continue;
    addRow(sum, table, row);
    known += 1;
  }
  return known === 0 ? null : sum;
}
