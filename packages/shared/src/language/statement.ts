import type { Reading } from './reading.js';

/** A text with what was read of it. */
export interface Statement {
  /** Of the words that carry meaning, each once. */
  stems: ReadonlySet<string>;
  /** All that matter, in order. */
  words: readonly string[];
  /** Its subjects are those of whoever compares: the first person of two texts may be two people. */
  reading: Reading;
}
