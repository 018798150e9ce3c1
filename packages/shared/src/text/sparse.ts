/** Weights by term id. `indices` are ids of stems (see `termId`), ascending and distinct. */
export interface SparseVector {
  indices: number[];
  values: number[];
}

/** Of entries in any order; those of one id are added. */
export function sparseOf(entries: Iterable<readonly [id: number, value: number]>): SparseVector {
  const values = new Map<number, number>();
  for (const [id, value] of entries) values.set(id, (values.get(id) ?? 0) + value);
  const sorted = [...values].sort(([first], [second]) => first - second);
  return { indices: sorted.map(([id]) => id), values: sorted.map(([, value]) => value) };
}

/** Entry by entry. */
export const entriesOf = ({ indices, values }: SparseVector): [id: number, value: number][] =>
  indices.map((id, place) => [id, values[place] ?? 0]);

/** Dot product of two sparse vectors. */
export function dot(first: SparseVector, second: SparseVector): number {
  let sum = 0;
  let left = 0;
  let right = 0;
  while (left < first.indices.length && right < second.indices.length) {
    const difference = (first.indices[left] ?? 0) - (second.indices[right] ?? 0);
    if (difference === 0) sum += (first.values[left] ?? 0) * (second.values[right] ?? 0);
    if (difference <= 0) left += 1;
    if (difference >= 0) right += 1;
  }
  return sum;
}
