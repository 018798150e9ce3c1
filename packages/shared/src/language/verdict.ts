import type { Tier } from '../schemas/common.js';

/** UTF-8 bytes of a judged piece, in the form NFKC, that a judge reads whole. Of what follows, it may read nothing. */
export const READ_WHOLE = 300;

/** A statement as a judge reads it, or an earlier message. */
export interface JudgedPiece {
  /** The unjudged words before it: the speaker at the start of a turn, or "Please remember that". May be empty. */
  lead: string;
  text: string;
  /** False for context of later pieces. */
  isJudged: boolean;
  /** Read without context, since a steering statement among many harmless ones seems harmless too. */
  alone?: boolean;
}

/** Probabilities, 0..1, except for the importance. */
export interface Verdict {
  /** It tells something worth keeping. */
  keep: number;
  /** How long it holds; they sum to 1. */
  tiers: Record<Tier, number>;
  /** 1 for what hardly matters, 3 for what must not be lost. */
  importance: number;
  /** The owner of the fact; they sum to 1. */
  whose: { self: number; other: number; assistant: number };
  asks: number;
  /** It is not meant as said: supposed, quoted, played, sarcastic, to be translated. */
  unmeant: number;
  steers: number;
  /** It corrects what the same person said before, and says too little alone: "sorry, Thursday". */
  corrects: number;
}

/** Words of others that a memory holds beside its own, such as a question. */
export interface JudgedText {
  text: string;
  verdicts: readonly (Verdict | null)[];
}

/** `start` and `end` are UTF-16 units of the text. */
export interface PlacedVerdict extends Verdict {
  start: number;
  end: number;
  isKept: boolean;
}
