import type { Stance } from '@hippocamp/shared/language/claim';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ValidateMethod } from '@hippocamp/shared/schemas/validate';
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

/** What a memory says of a claim, as far as a model that reads both together can tell: probabilities, the rest is that it says nothing. */
export interface ClaimOdds {
  /** 0..1 */
  supported: number;
  /** 0..1 */
  refuted: number;
}

/** A learned reader of a memory and a claim at once. */
export interface ClaimOddsModel {
  /** For each memory, in their order, what it says of the claim. Null where the model cannot run here. */
  weigh(tenant: TenantId, claim: string, memories: readonly string[]): Promise<ClaimOdds[] | null>;
}

/** A memory as it is read beside a claim. */
export interface ReadMemory {
  text: string;
  /** By what names whoever says "I" in it may be called, in lower case, the whole name first; none where nobody knows. */
  names: readonly string[];
  /** It may not be shown to a language model; it may where that is not said. */
  staysHere?: boolean;
}

/** A model that reads a claim beside memories. */
export interface ClaimReader {
  /** How a verdict is named that it had a part in. */
  method: Extract<ValidateMethod, 'model' | 'llm'>;
  /** 0..1: memories that have less to do with a claim are not worth reading. */
  leastRelevance: number;
  /** What each memory says of the claim, in their order: neutral where it is not sure. Null where nobody can read them now. */
  read(tenant: TenantId, claim: string, memories: readonly ReadMemory[]): Promise<Stance[] | null>;
}
