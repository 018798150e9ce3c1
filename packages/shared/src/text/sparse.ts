/** Weights by term id. `indices` are unsigned 32-bit hashes of stems, ascending and distinct. */
export interface SparseVector {
  indices: number[];
  values: number[];
}
