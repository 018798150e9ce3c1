/** Weights by term id. `indices` are ids of stems (see `termId`), ascending and distinct. */
export interface SparseVector {
  indices: number[];
  values: number[];
}
