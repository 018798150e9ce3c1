import type { EmbedderMeasures } from '../embedder.js';

/** A memory's vector for one embedder. */
export interface KeptVector {
  memoryId: string;
  /** Of the text that it is of. */
  textHash: string;
  /** As `packVector` makes it; null where the model knows nothing of the text. */
  vector: Uint8Array<ArrayBuffer> | null;
}

/** What models made of memories' texts, so that none is asked twice. They go with their memory. */
export interface VectorRepository {
  /** Of those that are there, by memory. */
  get(embedder: string, memoryIds: readonly string[]): Promise<ReadonlyMap<string, KeptVector>>;
  /** Keeps those of live rows, in place of what was kept of an earlier text. */
  put(embedder: string, vectors: readonly KeptVector[]): Promise<void>;
}

/** The embedder whose vectors questions are compared with, in all processes. */
export interface ActiveEmbedder {
  id: string;
  dimensions: number;
}

export interface EmbedderRegister {
  /** Null in a store where nobody has decided yet. */
  active(): Promise<ActiveEmbedder | null>;
  /** Decides where nobody has; answers what holds then. */
  decide(embedder: ActiveEmbedder, at: Date): Promise<ActiveEmbedder>;
  /** From now on this one. */
  activate(embedder: ActiveEmbedder, at: Date): Promise<void>;
  /** What came of measuring the embedder with this id; null where nobody has. */
  measures(id: string): Promise<EmbedderMeasures | null>;
  /** Keeps it where nothing is kept for that id; answers what holds then. */
  keepMeasures(id: string, measures: EmbedderMeasures, at: Date): Promise<EmbedderMeasures>;
}
