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
  /** Where what was said before it lies in the text, at most 500 code points; null at the beginning. */
  context: { start: number; end: number } | null;
  /** It tries to instruct its reader, so a person has to look at it. */
  instructs?: boolean;
  /** The labelled speaker; null where nobody is labelled, or a role such as "user" is. */
  speaker?: string | null;
}

/** One statement about one thing, as far as it can be read. All members are normalised, so that equal ones compare equal. */
export interface Slot {
  /** Whom or what it is about: `self` for a first person without a name, otherwise a name or noun in lower case. */
  subject: string;
  /** Such as `lives_in`, `works_at`, `likes`; for "the deadline is Friday" it is `is` of the subject `deadline`. */
  attribute: string;
  value: string;
  /** False where the statement is denied. */
  polarity: boolean;
  /** Of these, one subject has one value at a time: another value replaces it. */
  single: boolean;
}

/** What has to agree before two texts say the same. */
export interface Reading {
  slots: Slot[];
  /** Canonical, in order of appearance: "640", "4500", "9". */
  numbers: string[];
  /** Canonical as far as they can be: "2026-04-11", "--04-11", "friday", "yesterday". */
  dates: string[];
  /** In lower case, in order of appearance, since "Ann likes Bob" is not "Bob likes Ann". */
  names: string[];
  negated: boolean;
}

/** Reads the facts of a short text. */
export interface FactReader {
  readonly version: string;
  /** `speaker` is the labelled one, null for the first person of the owner. */
  read(content: string, speaker: string | null): Reading;
}

/** Text to candidate memories. */
export interface Extractor {
  readonly version: string;
  readonly promptVersion: string;
  extract(input: ExtractionInput): Promise<Extraction[]>;
}
