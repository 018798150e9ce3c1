import type { VectorIndex } from '../../ports/vector-index.js';

export interface VectorIndexUnderTest {
  index: VectorIndex;
  close(): Promise<void>;
}

export interface IndexPrecision {
  /** How far a cosine may be from that of the vectors in float32; 0.00001 by default. */
  cosineError?: number;
}

/** Makes an index over an empty store, before `ensure`. */
export type MakeVectorIndex = () => Promise<VectorIndexUnderTest>;
