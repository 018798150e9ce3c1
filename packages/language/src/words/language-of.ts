import type { Statement } from '@hippocamp/shared/language/statement';
import { stopWords } from '@hippocamp/shared/text/terms';
import { detectLanguage } from './detect-language.js';
import { wordsOf } from './verbs.js';

/** UTF-16 units. The beginning of a text shows its language. */
const LOOKED_AT = 400;

/** The detector is not asked if at least this share of the words are small English ones. */
const PLAINLY_ENGLISH = 0.3;

const isPlainlyEnglish = (words: readonly string[]): boolean =>
  words.length > 0 && words.filter((word) => stopWords.has(word)).length / words.length >= PLAINLY_ENGLISH;

/** ISO 639-1. Null where unclear, as for one word or a row of figures. */
export function languageOf(text: string): string | null {
  const beginning = text.slice(0, LOOKED_AT);
  if (!/\p{L}/u.test(beginning)) return null;
  return isPlainlyEnglish(wordsOf(beginning)) ? 'en' : detectLanguage(beginning);
}

/** Each statement has its own language, as a talk may change between several. */
export const withLanguages = (statements: readonly Statement[]): Statement[] =>
  statements.map((statement) => ({ ...statement, language: languageOf(statement.words) }));
