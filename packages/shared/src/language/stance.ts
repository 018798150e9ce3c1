/** What a known statement says of a claim. */
export interface Stance {
  stance: 'supports' | 'refutes' | 'neutral';
  /** How sure that is, 0..1; 0 where it is neutral. */
  score: number;
  /** Null where nothing can be said. */
  reason: 'direct_entailment' | 'value_mismatch' | null;
}

export const neutral: Stance = { stance: 'neutral', score: 0, reason: null };
