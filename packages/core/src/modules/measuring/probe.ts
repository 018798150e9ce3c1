import type { Prefixes } from '../../ports/embedder.js';

export interface Asked {
  question: string;
  speaker: string;
  answer: string;
  /** The text just before it, whether the answer needs it or not. */
  before?: string;
}

/** `other` sounds like the statement but says something else. */
export interface Said {
  statement: string;
  same: string;
  other: string;
}

export interface Probe {
  /** Each question is answered only by its own answer. */
  languages: readonly { language: string; asked: readonly Asked[]; said: readonly Said[] }[];
  /** Pairs that models are known to be trained with. */
  prefixes: readonly Prefixes[];
}
