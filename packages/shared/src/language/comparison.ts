import type { WordedReading } from './reading.js';

/** A text as it is compared. */
export interface ComparedText extends WordedReading {
  content: string;
}

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
  first: ComparedText;
  second: ComparedText;
  /** Of their vectors: 1 from the likeness on at which two texts may say the same; null where nobody knows. */
  likeness: number | null;
  /** What a reader of both together says of them; null where there is none; left out where it has not been asked. */
  relations?: Relations | null;
  /** What words alone said of them, where they were compared before. */
  guessed?: Relations;
  /** Rules alone are to tell. */
  byRules?: boolean;
}

export interface Comparison {
  /**
   * What the first is to the second. `same`: it makes the same statements; `repeats`: it says nothing that the second does not
   * say; `replaces`: both cannot be so, and nothing else of the second would be lost; `may_replace`: a person has to say.
   */
  verdict: 'same' | 'repeats' | 'replaces' | 'may_replace' | 'unrelated';
  /** 0..1 */
  sure: number;
  /** Rules tell nothing of it, and a reader of both together may: what words alone say. */
  open?: Relations;
}
