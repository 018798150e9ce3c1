import type { Mark } from '@hippocamp/shared/schemas/marks';
import type { FactReader } from '../../ports/extractor.js';
import type { TextReading, TextToRead } from '../../ports/language.js';
import type { Screen } from '../../ports/screen.js';
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
  marks: [],
};

/** Of a text that could not be read in time: it may hold anything. */
export const notRead: TextReading = { ...nothingRead, marks: ['unchecked'] };

const marksOf = (screen: Screen, content: string): Mark[] => [
  ...(screen.instructs(content) ? (['instructs'] as const) : []),
  ...(screen.secretsIn(content).length > 0 ? (['secret'] as const) : []),
];

/** What a text says; it is looked over for marks whatever its length. */
export function readText(reader: FactReader, screen: Screen, { content, speaker }: TextToRead): TextReading {
  const marks = marksOf(screen, content);
  if (content.length > LONGEST_READ) return { ...nothingRead, marks };
  return { ...reader.read(content, speaker), stems: [...stemsOf(content)], words: wordingOf(content), marks };
}
