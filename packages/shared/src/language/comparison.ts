/** Probabilities of what the newer of two statements of one speaker is to the older; they sum to 1. */
export interface Relations {
  /** It says no more. */
  same: number;
  /** The older no longer holds. */
  conflict: number;
  /** Both may be so. */
  different: number;
}

/** What may be said again, or be so no more, beside what is known. */
export interface ComparedPair {
  older: string;
  newer: string;
  /** What a model that reads both together says of them; null where none did, or could. */
  relations: Relations | null;
  /** The newer was said after the older, and is kept with its words: "sorry, Thursday". */
  isAfter?: boolean;
  /** By what name who says both may be called in them. */
  speaker?: string | null;
}

export interface Comparison {
  /**
   * What the newer is to the older. `same`: it says no more; `replaces`: the older is so no more, and nothing else of it would be lost;
   * `may_replace`: a person has to say; `about`: both tell about the same thing; `unrelated`: both may be so.
   */
  verdict: 'same' | 'replaces' | 'may_replace' | 'about' | 'unrelated';
  /** 0..1 */
  sure: number;
}
