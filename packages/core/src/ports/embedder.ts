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
  /** Share of what came before a memory, with its text, in the vector that it is found by, 0..1; 0 where left out. */
  contextShare?: number;
  /** Calibrates relevance for this model. */
  scale: Scale;
}

export type EmbeddingRole = 'memory' | 'question';

/** The prefix of texts of each role, as in the model's training. Empty when it was trained without. */
export type Prefixes = Readonly<Record<EmbeddingRole, string>>;

/** The measured values of an embedder. */
export interface EmbedderMeasures {
  calibration: Calibration;
  prefixes: Prefixes;
}

/** Text to vectors of unit length. */
export interface Embedder {
  /** Names model and version; a change means that everything is embedded again. */
  readonly id: string;
  readonly dimensions: number;
  readonly calibration: Calibration;
  /**
   * How well the model knows the language of a text, 0..1. It scales the weight of meaning in a question. 1 by default.
   */
  fluency?(text: string): number;
  /** A text takes so long that a memory is indexed by its words first, and its vector follows. */
  readonly behind?: boolean;
  /**
   * One `Float32Array` of `dimensions`, unit length, for each text; null where the model knows nothing of the text.
   * Texts of one lane wait for each other, and not for all of another's. Rejects when the model cannot be reached.
   */
  embed(texts: readonly string[], role: EmbeddingRole, lane?: string): Promise<(Float32Array | null)[]>;
  /** Cosine of two memories, -1..1, without what the role "memory" adds for search. Compare with `calibration.same`. */
  likeness(first: Float32Array, second: Float32Array): number;
}
