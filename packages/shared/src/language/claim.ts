export interface MemoryToRead {
  text: string;
  /** Names of the "I" in it. */
  names: readonly string[];
}

export interface MemoryBeside {
  /** Numbers, dates and times are written as in the claim when they are equal. */
  text: string;
  /** True when all names of the claim are known, so that it could say the same. */
  maySupport: boolean;
  /** True when the claim has something that it could contradict. */
  mayRefute: boolean;
  /** True when both begin alike but for a name that no memory knows. Support then counts as contradiction. */
  otherName: boolean;
}

export interface Stance {
  stance: 'supports' | 'refutes' | 'neutral';
  /** 0..1; 0 when neutral. */
  score: number;
  reason: 'direct_entailment' | 'value_mismatch' | null;
}

export const neutral: Stance = { stance: 'neutral', score: 0, reason: null };
