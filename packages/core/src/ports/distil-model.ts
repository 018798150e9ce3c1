import type { ModelCall } from './model-failure.js';

/** A model's sentence about some texts, unchecked. */
export interface ModelSentence {
  content: string;
  /** The places, among the texts that it was given, of those that say it. */
  sources: number[];
}

/** A model that says in a few sentences what several texts say; texts may leave the machine for it. */
export interface DistilModel {
  /** Names it and its prompt. */
  readonly version: string;
  /** Texts hold no secret. Rejects with `ModelFailure`, within a time of its own. */
  distil(texts: readonly string[], call?: ModelCall): Promise<ModelSentence[]>;
}
