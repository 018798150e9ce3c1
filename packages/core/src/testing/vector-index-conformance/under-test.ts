import type { VectorIndex } from '../../ports/vector-index.js';

export interface VectorIndexUnderTest {
  index: VectorIndex;
  close(): Promise<void>;
}

/** Makes an index over an empty store, before `ensure`. */
export type MakeVectorIndex = () => Promise<VectorIndexUnderTest>;
