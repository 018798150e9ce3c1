import type { FoundAmount } from '../amounts/amounts.js';
import type { Mood } from './moods.js';

/** What carries meaning in a clause. */
export interface Unit {
  kind: 'word' | 'name' | 'person' | 'amount' | 'day' | 'time';
  key: string;
  /** All that it may mean. */
  keys: readonly string[];
  word: string;
  at: number;
  /** It stands before the verb, whatever it is to it. */
  leading: boolean;
  /** Words of one chunk belong together; the last of them is what it is about. */
  chunk: number;
  /** Of "the owner of billing" both parts have one. */
  root: number;
  side: 'subject' | 'verb' | 'object';
  /** What the chunk stands behind; empty where nothing does. */
  preposition: string;
  definite: boolean;
  /** "Ann's", "my". */
  owner: boolean;
  /** Its chunk goes on with a list: "tea and coffee". */
  joined: boolean;
  /** Denied by itself: "with no garage", "not on Fridays". */
  denied: boolean;
  amount: FoundAmount | null;
  /** Its meaning is listed, or it is a form of a verb. */
  verbal: boolean;
}

export interface Clause {
  text: string;
  units: Unit[];
  denied: boolean;
  /** How often it denies: what is denied twice nobody knows. */
  denials: number;
  /** Signs and words that say how much or whether at all: ">", "all", "only". */
  deciding: readonly string[];
  mood: Mood;
  tense: 'past' | 'present' | 'perfect' | 'future' | 'none';
  /** "is owned by": subject and object have changed sides here already. */
  passive: boolean;
  /** Some form of "be" joins its sides. */
  copula: boolean;
  /** It is denied because it has ended, whatever else is said of that. */
  ended: boolean;
}
