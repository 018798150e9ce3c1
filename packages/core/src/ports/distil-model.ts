import type { ModelCall } from './model-failure.js';

/** Unchecked. */
export interface ModelSentence {
  content: string;
  /** The indexes of the texts that say it. */
  sources: number[];
}

/** Summarises several texts. They may leave the machine. */
export interface DistilModel {
  /** The model and its prompt. */
  readonly version: string;
  /** Texts hold no secret. Rejects with `ModelFailure`, within a time of its own. */
  distil(texts: readonly string[], call?: ModelCall): Promise<ModelSentence[]>;
}
