import type { Scale } from '@hippocamp/shared/scoring/score';

/** Constants that come with an embedding model. Cosines, -1..1. */
export interface Calibration {
  /** Cosine of a question and an unrelated memory: relevance 0. */
  lo: number;
  /** Cosine of a question and the memory that answers it: relevance 1. */
  hi: number;
  /** Two memories at or above this likeness may say the same; see `likeness`. */
  same: number;
  /** Share of meaning in relevance, 0..1; the rest is words. */
  alpha: number;
  /** Share of the context in the vector of a memory, 0..1; 0 by default. */
  contextShare?: number;
  /** Calibrates relevance for this model. */
  scale: Scale;
}

export type EmbeddingRole = 'memory' | 'question';

/** The prefix of texts of each role, as in the model's training. Empty when it was trained without. */
export type Prefixes = Readonly<Record<EmbeddingRole, string>>;

export interface EmbedderMeasures {
  calibration: Calibration;
  prefixes: Prefixes;
}

/** Makes vectors of unit length. */
export interface Embedder {
  /** Model and version. After a change everything is embedded again. */
  readonly id: string;
  readonly dimensions: number;
  readonly calibration: Calibration;
  /** How well the model knows a text's language, 0..1; 1 by default. Scales the weight of meaning. */
  fluency?(text: string): number;
  /** True for a slow model: memories are indexed by their words first, and their vectors follow. */
  readonly behind?: boolean;
  /**
   * One unit vector for each text, null when no word is known. Texts wait only for their own lane.
   * Rejects when the model cannot be reached.
   */
  embed(texts: readonly string[], role: EmbeddingRole, lane?: string): Promise<(Float32Array | null)[]>;
  /** Cosine, -1..1, without what the role "memory" adds for search. Compare with `calibration.same`. */
  likeness(first: Float32Array, second: Float32Array): number;
}
