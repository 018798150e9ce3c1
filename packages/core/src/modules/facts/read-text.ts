import type { FactReader } from '../../ports/extractor.js';
import type { TextReading, TextToRead } from '../../ports/language.js';
import { stemsOf } from './compare.js';
import { wordingOf } from './wording.js';

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
};

export const readText = (reader: FactReader, { content, speaker }: TextToRead): TextReading =>
  content.length > LONGEST_READ
    ? nothingRead
    : { ...reader.read(content, speaker), stems: [...stemsOf(content)], words: wordingOf(content) };
