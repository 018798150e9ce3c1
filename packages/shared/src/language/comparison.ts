/** Probabilities about the newer of two statements of one speaker. They sum to 1. */
export interface Relations {
  /** It says no more. */
  same: number;
  /** The older no longer holds. */
  conflict: number;
  /** Both may hold. */
  different: number;
}

export interface ComparedPair {
  older: string;
  newer: string;
  /** A model's reading of both together; null when none read them. */
  relations: Relations | null;
  /** The `same` of another reading, with quantities of the newer written as the older writes them. */
  alike?: number | undefined;
  /** The newer was said after the older and is stored with its words: "sorry, Thursday". */
  isAfter?: boolean;
  /** The speaker's name, which may occur in both. */
  speaker?: string | null;
}

/** Both texts as a model reads them. */
export interface ReadablePair {
  older: string;
  newer: string;
  /** The newer with the quantities of the older written as there, if it writes one otherwise: read once more. */
  alike?: string;
}

export interface Comparison {
  /**
   * `same`: the newer says no more; `replaces`: the older no longer holds; `may_replace`: a person has to decide;
   * `about`: both are about the same thing; `unrelated`: both may hold.
   */
  verdict: 'same' | 'replaces' | 'may_replace' | 'about' | 'unrelated';
  /** 0..1 */
  sure: number;
}
