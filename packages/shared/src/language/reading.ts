import type { Mark } from '../schemas/common.js';

export interface LanguageVersions {
  extractor: string;
  prompt: string;
  /** Of readings: what another version read is read anew. */
  reading: string;
}

/** What is read of a text or of one statement of it. */
export interface StatedReading {
  /** Of the words that carry meaning, each once. */
  stems: string[];
  /** All words that matter, in their order. */
  words: string[];
}

/** One of the statements of a text, and where it stands there: UTF-16 units, start inclusive, end exclusive. */
export interface StatementReading extends StatedReading {
  start: number;
  end: number;
}

/** What was read of one text. Kept with its memory, so that each text is read once. */
export interface TextReading extends StatedReading {
  /** Each statement by itself; none where the whole text is one. */
  statements: StatementReading[];
  /** Canonical, in order of appearance: "640", "4500", "9". */
  numbers: string[];
  /** Canonical as far as they can be: "2026-04-11", "--04-11", "friday", "yesterday". */
  dates: string[];
  /** In lower case, in order of appearance. */
  names: string[];
  /** By what names the first person calls itself, in lower case. */
  selfNames: string[];
  /** What it is written in, ISO 639-1; null where that cannot be told. */
  language: string | null;
  /** What it is marked for, each once. */
  marks: Mark[];
}

export interface TextToRead {
  content: string;
  /** The labelled speaker; null for the first person of the owner. */
  speaker: string | null;
}

/** Beyond this, in UTF-16 units, a text is a document rather than a statement, and is not read for facts. */
export const LONGEST_READ = 1000;

/** Of a text that says nothing which could be compared. */
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
