/** What a known statement says of a claim. */
export interface Relation {
  stance: 'supports' | 'refutes' | 'neutral';
  /** How sure that is, 0..1; 0 where it is neutral. */
  score: number;
  /** Null where nothing can be said. */
  reason: 'direct_entailment' | 'negation' | 'value_mismatch' | 'temporal_mismatch' | null;
}

/** What a memory says of a claim. */
export interface Stance extends Relation {
  /** By one attribute of one subject: the later of two such statements holds. */
  bySlot: boolean;
  /** It tells of a change, such as "moved to": it holds over what was said before it, however shortly. */
  changes: boolean;
  /** It takes no stance, and may still have taken the place of what does. */
  doubts: boolean;
}

export const neutral: Stance = {
  stance: 'neutral',
  score: 0,
  reason: null,
  bySlot: false,
  changes: false,
  doubts: false,
};
