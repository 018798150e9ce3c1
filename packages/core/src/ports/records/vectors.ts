import type { EmbedderMeasures } from '../embedder.js';

/** A memory's vector for one embedder. */
export interface KeptVector {
  memoryId: string;
  /** The hash of the embedded text. */
  textHash: string;
  /** In the form of `packVector`. Null when the model knows nothing of the text. */
  vector: Uint8Array<ArrayBuffer> | null;
}

/** Vectors of memory texts, so that no text is embedded twice. They are deleted with their memory. */
export interface VectorRepository {
  /** The stored vectors, by memory id. */
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
  /** Puts this embedder in use. */
  activate(embedder: ActiveEmbedder, at: Date): Promise<void>;
  /** The measured values of the embedder with this id. Null when it was never measured. */
  measures(id: string): Promise<EmbedderMeasures | null>;
  /** Keeps it where nothing is kept for that id; answers what holds then. */
  keepMeasures(id: string, measures: EmbedderMeasures, at: Date): Promise<EmbedderMeasures>;
}
