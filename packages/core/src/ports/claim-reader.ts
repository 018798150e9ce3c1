import type { Stance } from '@hippocamp/shared/language/claim';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ValidateMethod } from '@hippocamp/shared/schemas/validate';
import type { ModelCall } from './model-failure.js';

/** Holds no secret. */
export interface ShownMemory {
  text: string;
  /** The person who says "I" in it, in lower case. Null when unknown. */
  speaker: string | null;
}

/** Unchecked. */
export interface ModelStance {
  /** The index among the memories shown. */
  memory: number;
  stance: Stance['stance'];
  /** 0..1 */
  confidence: number;
  /** Claimed to stand word for word in that memory. */
  words: string;
}

/** Texts may leave the machine. */
export interface ClaimModel {
  /** Rejects with `ModelFailure`, within a time of its own. */
  stances(claim: string, memories: readonly ShownMemory[], call?: ModelCall): Promise<ModelStance[]>;
}

/** The probabilities that a memory supports or refutes a claim. The rest is neutral. */
export interface ClaimOdds {
  supported: number;
  refuted: number;
}

export interface ClaimOddsModel {
  /** One for each memory, in order. Null when the model cannot run here. */
  weigh(tenant: TenantId, claim: string, memories: readonly string[]): Promise<ClaimOdds[] | null>;
}

export interface ReadMemory {
  text: string;
  /** Names of the person who says "I", in lower case, the whole name first. Empty when unknown. */
  names: readonly string[];
  /** True when no language model may be shown it. False by default. */
  staysHere?: boolean;
  /** True when no language model may be told the names. False by default. */
  namesStayHere?: boolean;
}

export interface ClaimReader {
  /** The method that a verdict names when this reader had a part in it. */
  method: Extract<ValidateMethod, 'model' | 'llm'>;
  /** 0..1. Less relevant memories are not worth reading. */
  leastRelevance: number;
  /** One for each memory, in order; neutral when not sure. Null when none can be read now. */
  read(tenant: TenantId, claim: string, memories: readonly ReadMemory[]): Promise<Stance[] | null>;
}
