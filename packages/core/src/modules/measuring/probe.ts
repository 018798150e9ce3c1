import type { Prefixes } from '../../ports/embedder.js';

/** A question and what somebody said that answers it. */
export interface Asked {
  question: string;
  speaker: string;
  answer: string;
  /** The text just before it, whether the answer needs it or not. */
  before?: string;
}

/** A statement, the same in other words, and one that sounds like it and says something else. */
export interface Said {
  statement: string;
  same: string;
  other: string;
}

/** Texts by which an embedder is measured. */
export interface Probe {
  /** The texts of one language. Each question is answered only by its own answer. */
  languages: readonly { language: string; asked: readonly Asked[]; said: readonly Said[] }[];
  /** Pairs that models are known to be trained with. */
  prefixes: readonly Prefixes[];
}
