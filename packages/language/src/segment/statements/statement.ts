import type { Evidence } from '../../judge/classifying/evidence.js';
import type { Span } from '../../spans.js';
import type { Passage } from '../layout/passages.js';

/** What is worth keeping, still in the words of the text. */
export interface Statement extends Span {
  passage: Passage;
  /** The words, without markup and opening. */
  words: string;
  /** The words with what stands before them in the sentence, which may say how much it matters. */
  spoken: string;
  evidence: Evidence;
  instructs: boolean;
  /** The question that it answers. */
  question: string | null;
}
