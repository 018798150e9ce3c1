import type { Tier } from '../schemas/common.js';
import type { Statement } from './statement.js';

/** A sentence that only corrects another one. */
export interface Correction {
  now: string;
  /** The words of the corrected sentence that are replaced. */
  was: string;
  /** The beginning of the corrected sentence. */
  opening: string;
}

/** A few words that correct a statement without naming its subject: "sorry, Thursday". */
export interface Amended {
  /** The corrected statement in its own words, without its speaker. */
  told: string;
  /** 0..1 */
  sure: number;
}

/** A statement not worth keeping, or kept as one with a later one. */
export interface LeftOut {
  keep: false;
  rationale: string;
}

export interface Kept {
  keep: true;
  tier: Tier;
  /** 0..1 */
  importance: number;
  /** 0..1; a low one leads to review. */
  confidence: number;
  tags: string[];
  rationale: string;
  /** True when it tries to steer the memory or its reader, so that a person has to look at it. */
  instructs: boolean;
  /** The judge. */
  by: string;
  /** The statement joined with those that it `follows`; null when it is kept alone. */
  joined: Statement | null;
  /** Its correction of an earlier statement, if it says nothing else. */
  corrects?: Correction;
  /** The earlier statement of the same person that it corrects, and how surely. */
  amends?: Amended;
  /** True when it may not be meant as said. It then replaces nothing without a review. */
  perhapsUnmeant?: boolean;
}

export type Judgement = LeftOut | Kept;
