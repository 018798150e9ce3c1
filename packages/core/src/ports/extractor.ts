import type { Tier } from '@hippocamp/shared/schemas/common';

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
  /** What was said before it, at most 500 code points; null at the beginning. */
  context: string | null;
  contextStart: number | null;
}

/** Text to candidate memories. */
export interface Extractor {
  readonly version: string;
  readonly promptVersion: string;
  extract(input: ExtractionInput): Promise<Extraction[]>;
}
