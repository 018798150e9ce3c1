import type { VectorIndex } from '../../ports/vector-index.js';

export interface VectorIndexUnderTest {
  index: VectorIndex;
  close(): Promise<void>;
}

export interface IndexPrecision {
  /** What a cosine may differ by from that of the vectors in float32; 0.00001 where it is not said. */
  cosineError?: number;
}

/** Makes an index over an empty store, before `ensure`. */
export type MakeVectorIndex = () => Promise<VectorIndexUnderTest>;
