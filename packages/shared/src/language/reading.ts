import type { Mark } from '../schemas/marks.js';

/** The attribute by which a speaker gives a name: "My name is Jonas." */
export const NAME = 'name_is';

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

/** What is read of a text or of one statement of it. */
export interface StatedReading extends Reading {
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
  /** What it is written in, ISO 639-1; null where that cannot be told. */
  language: string | null;
  /** What it is marked for, each once. */
  marks: Mark[];
}

/** A reading with the words it is compared by. */
export interface WordedReading {
  /** Of the words that carry meaning, each once. */
  stems: ReadonlySet<string>;
  /** All that matter, in order. */
  words: readonly string[];
  /** Its subjects are those of whoever compares: the first person of two texts may be two people. */
  reading: Reading;
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
  slots: [],
  numbers: [],
  dates: [],
  names: [],
  negated: false,
  stems: [],
  words: [],
  statements: [],
  language: null,
  marks: [],
};
