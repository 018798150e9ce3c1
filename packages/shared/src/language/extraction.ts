import type { Tier } from '../schemas/common.js';

export interface ExtractionInput {
  /** Normalised text; spans refer to it. */
  text: string;
  source: 'chat' | 'note' | 'event' | 'document' | 'system';
}

export interface Extraction {
  content: string;
  memoryType: Tier;
  /** 0..1 */
  importance: number;
  /** 0..1; below the threshold of the pipeline a person has to look at it. */
  confidence: number;
  tags: string[];
  /** A verbatim part of the text. */
  sourceSpan: string;
  /** Where the span lies in the text, in UTF-16 units: start inclusive, end exclusive. */
  start: number;
  end: number;
  rationale: string;
  /** Where what was said before it lies in the text, at most 500 code points; null at the beginning. */
  context: { start: number; end: number } | null;
  /** It tries to instruct its reader, so a person has to look at it. */
  instructs?: boolean;
  /** The labelled speaker; null where nobody is labelled, or a role such as "user" is. */
  speaker?: string | null;
}
