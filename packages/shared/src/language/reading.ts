import type { Mark } from '../schemas/common.js';

export interface LanguageVersions {
  extractor: string;
  prompt: string;
  /** Readings of another version are made again. */
  reading: string;
}

export interface StatedReading {
  /** The stems of words that carry meaning, each once. */
  stems: string[];
  /** The words that matter, in order. */
  words: string[];
}

/** UTF-16 units, end exclusive. */
export interface StatementReading extends StatedReading {
  start: number;
  end: number;
}

/** Stored with the memory, so that each text is read once. */
export interface TextReading extends StatedReading {
  /** Empty when the whole text is one statement. */
  statements: StatementReading[];
  /** Canonical, in order of appearance: "640", "4500", "9". */
  numbers: string[];
  /** Canonical as far as possible: "2026-04-11", "--04-11", "friday", "yesterday". */
  dates: string[];
  /** In lower case, in order of appearance. */
  names: string[];
  /** Names that the first person gives itself, in lower case. */
  selfNames: string[];
  /** ISO 639-1; null when unknown. */
  language: string | null;
  marks: Mark[];
}

export interface TextToRead {
  content: string;
  /** The labelled speaker; null for the first person of the owner. */
  speaker: string | null;
}

/** UTF-16 units. A longer text is a document and is not read for facts. */
export const LONGEST_READ = 1000;

/**
 * A text of more statements is compared as one, because each is compared with all that is known. Readings that earlier
 * releases kept may hold more.
 */
export const MOST_STATEMENTS = 40;

/** For a text that says nothing that could be compared. */
export const nothingRead: TextReading = {
  stems: [],
  words: [],
  numbers: [],
  dates: [],
  names: [],
  selfNames: [],
  statements: [],
  language: null,
  marks: [],
};
