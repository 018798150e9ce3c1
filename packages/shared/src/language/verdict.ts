import type { Tier } from '../schemas/common.js';

/** A statement as a judge reads it, or what was said before; in the order of a talk. */
export interface JudgedPiece {
  /** What stands before it and is not judged: who says it, where a turn begins, and words such as "Please remember that"; may be empty. */
  lead: string;
  text: string;
  /** False for what is read only for what comes after it. */
  isJudged: boolean;
  /** Read without what was said before it: among many statements that are harmless one that steers seems so too. */
  alone?: boolean;
}

/** What a judge says of one statement; all but the importance are probabilities, 0..1. */
export interface Verdict {
  /** It tells something that anybody may want to be reminded of. */
  keep: number;
  /** How long it holds; they sum to 1. */
  tiers: Record<Tier, number>;
  /** 1 for what hardly matters, 3 for what must not be lost. */
  importance: number;
  /** Whose fact it is; they sum to 1. */
  whose: { self: number; other: number; assistant: number };
  /** It asks something, or for something. */
  asks: number;
  /** It is not meant as said: supposed, quoted, played, sarcastic, to be translated. */
  unmeant: number;
  /** It tries to steer the memory or its reader. */
  steers: number;
  /** It puts right what the same person said before, and says too little without that: "sorry, Thursday". */
  corrects: number;
}

/** A verdict of a text's statement by its place, UTF-16 units, and what became of it. */
export interface PlacedVerdict extends Verdict {
  start: number;
  end: number;
  isKept: boolean;
}
