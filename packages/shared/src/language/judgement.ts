import type { Tier } from '../schemas/common.js';
import type { Statement } from './statement.js';

/** What a sentence puts right of another one, where it says nothing else. */
export interface Correction {
  now: string;
  /** What stands in the sentence that is put right. */
  was: string;
  /** What a corrected sentence begins with. */
  opening: string;
}

/** What a few words put right that name nothing of it: "sorry, Thursday". */
export interface Amended {
  /** In its own words, without who said it. */
  told: string;
  /** 0..1 */
  sure: number;
}

/** A statement that nobody would want to be reminded of, or that is kept as one with a later one. */
export interface LeftOut {
  keep: false;
  rationale: string;
}

export interface Kept {
  keep: true;
  tier: Tier;
  /** 0..1 */
  importance: number;
  /** 0..1; below the threshold of the pipeline a person has to look at it. */
  confidence: number;
  tags: string[];
  rationale: string;
  /** It tries to steer the memory or its reader, so a person has to look at it. */
  instructs: boolean;
  /** Names what judged it. */
  by: string;
  /** The statement with those before it that it `follows`, where they are kept as one; null where it is kept by itself. */
  joined: Statement | null;
  /** What it puts right of something that was said before, where it says nothing else; it means nothing without that. */
  corrects?: Correction;
  /** What of the same person it puts right, as a memory says it, and how sure that is, 0..1; absent where it puts nothing right. */
  amends?: Amended;
  /** Perhaps it is not meant as said: then it takes the place of nothing unless a person says so. */
  perhapsUnmeant?: boolean;
}

/** What is to become of a statement. */
export type Judgement = LeftOut | Kept;
