import type { WordedReading } from './reading.js';

/** A text as it is compared. */
export interface ComparedText extends WordedReading {
  content: string;
}

/** What may be said again, or be so no more, beside what is known. */
export interface ComparedPair {
  first: ComparedText;
  second: ComparedText;
  /** Of their vectors: 1 from the likeness on at which two texts may say the same; null where nobody knows. */
  likeness: number | null;
  /** Of the vectors by which the reader judges, -1..1; null where there are none; left out where rules alone are to tell. */
  cosine?: number | null;
}

export interface Comparison {
  /**
   * What the first is to the second. `same`: it makes the same statements; `repeats`: it says nothing that the second does not
   * say; `replaces`: both cannot be so, and nothing else of the second would be lost; `may_replace`: a person has to say.
   */
  verdict: 'same' | 'repeats' | 'replaces' | 'may_replace' | 'unrelated';
  /** 0..1 */
  sure: number;
}
