import type { Stance } from '@hippocamp/shared/language/claim';
import type { ModelCall } from './model-failure.js';

/** A memory as a model is shown it. Holds no secret. */
export interface ShownMemory {
  text: string;
  /** Who says "I" in it, in lower case; null where nobody knows. */
  speaker: string | null;
}

/** What a model says of one memory; nobody has looked yet whether it does. */
export interface ModelStance {
  /** The place of the memory among those that it was shown. */
  memory: number;
  stance: Stance['stance'];
  /** 0..1 */
  confidence: number;
  /** Said to stand word for word in that memory. */
  words: string;
}

/** A model that reads a claim beside memories; texts may leave the machine for it. */
export interface ClaimModel {
  /** Rejects with `ModelFailure`, within a time of its own. */
  stances(claim: string, memories: readonly ShownMemory[], call?: ModelCall): Promise<ModelStance[]>;
}
