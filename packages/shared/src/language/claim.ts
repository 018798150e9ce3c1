/** A memory that a claim is to be read beside. */
export interface MemoryToRead {
  text: string;
  /** By what names whoever says "I" in it may be called. */
  names: readonly string[];
}

/** A memory as it is read beside a claim. */
export interface MemoryBeside {
  /** What it says, with numbers, dates and times written as the claim writes them where they are the same. */
  text: string;
  /** Whether all names of the claim are known, so that it could say the same. */
  maySupport: boolean;
  /** Whether the claim has something that it could contradict. */
  mayRefute: boolean;
  /** Both begin alike, the claim has a name that no memory has, and this one another: what says the same but for that contradicts. */
  otherName: boolean;
}

/** What a known statement says of a claim. */
export interface Stance {
  stance: 'supports' | 'refutes' | 'neutral';
  /** How sure that is, 0..1; 0 where it is neutral. */
  score: number;
  /** Null where nothing can be said. */
  reason: 'direct_entailment' | 'value_mismatch' | null;
}

export const neutral: Stance = { stance: 'neutral', score: 0, reason: null };
