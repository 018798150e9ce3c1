import type { Stance } from '@hippocamp/shared/language/claim';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ValidateMethod } from '@hippocamp/shared/schemas/validate';
import type { ModelCall } from './model-failure.js';

/** A memory as a model is shown it. Holds no secret. */
export interface ShownMemory {
  text: string;
  /** The person who says "I" in it, in lower case. Null when unknown. */
  speaker: string | null;
}

/** A model's stance on one memory, unchecked. */
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

/**
 * The probabilities that a memory supports or refutes a claim, by a model that reads both together. The rest is
 * neutral.
 */
export interface ClaimOdds {
  /** 0..1 */
  supported: number;
  /** 0..1 */
  refuted: number;
}

/** A learned reader of a memory and a claim at once. */
export interface ClaimOddsModel {
  /** The odds of each memory, in order. Null when the model cannot run here. */
  weigh(tenant: TenantId, claim: string, memories: readonly string[]): Promise<ClaimOdds[] | null>;
}

/** A memory as it is read beside a claim. */
export interface ReadMemory {
  text: string;
  /** Names of the person who says "I", in lower case, the whole name first. Empty when unknown. */
  names: readonly string[];
  /** It may not be shown to a language model; it may where that is not said. */
  staysHere?: boolean;
}

/** A model that reads a claim beside memories. */
export interface ClaimReader {
  /** The method that a verdict names when this reader had a part in it. */
  method: Extract<ValidateMethod, 'model' | 'llm'>;
  /** 0..1: memories that have less to do with a claim are not worth reading. */
  leastRelevance: number;
  /** The stance of each memory, in order. Neutral when not sure. Null when none can be read now. */
  read(tenant: TenantId, claim: string, memories: readonly ReadMemory[]): Promise<Stance[] | null>;
}
