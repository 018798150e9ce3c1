import type { EmbedderMeasures } from '../embedder.js';

export interface KeptVector {
  memoryId: string;
  /** The hash of the embedded text. */
  textHash: string;
  /** In the form of `packVector`. Null when the model knows no word of the text. */
  vector: Uint8Array<ArrayBuffer> | null;
}

/** Stored so that no text is embedded twice. Deleted with their memory. */
export interface VectorRepository {
  /** By memory id. */
  get(embedder: string, memoryIds: readonly string[]): Promise<ReadonlyMap<string, KeptVector>>;
  /** Stores those of live rows, in place of vectors of earlier texts. */
  put(embedder: string, vectors: readonly KeptVector[]): Promise<void>;
}

/** The embedder whose vectors questions are compared with, in all processes. */
export interface ActiveEmbedder {
  id: string;
  dimensions: number;
}

export interface EmbedderRegister {
  /** Null in a new store. */
  active(): Promise<ActiveEmbedder | null>;
  /** Sets the embedder of a new store. Answers the one that is set. */
  decide(embedder: ActiveEmbedder, at: Date): Promise<ActiveEmbedder>;
  activate(embedder: ActiveEmbedder, at: Date): Promise<void>;
  /** Null when the embedder was never measured. */
  measures(id: string): Promise<EmbedderMeasures | null>;
  /** Does not replace existing measures. Answers what is stored. */
  keepMeasures(id: string, measures: EmbedderMeasures, at: Date): Promise<EmbedderMeasures>;
}
