import type { Statement } from '@hippocamp/shared/language/statement';
import { stopWords } from '@hippocamp/shared/text/terms';
import { wordsOf } from './verbs.js';

/** UTF-16 units. The beginning of a text shows its language. */
const LOOKED_AT = 400;

/** The detector is not asked if at least this share of the words are small English ones. */
const PLAINLY_ENGLISH = 0.3;

const isPlainlyEnglish = (words: readonly string[]): boolean =>
  words.length > 0 && words.filter((word) => stopWords.has(word)).length / words.length >= PLAINLY_ENGLISH;

/** Loaded when first needed: its tables take 30 MB, and plain English needs none. */
const loadDetector = async () => (await import('eld/extrasmall')).eld;
let detector: ReturnType<typeof loadDetector> | undefined;

async function languageOf(text: string): Promise<string | null> {
  const beginning = text.slice(0, LOOKED_AT);
  if (!/\p{L}/u.test(beginning)) return null;
  if (isPlainlyEnglish(wordsOf(beginning))) return 'en';
  detector ??= loadDetector();
  const found = (await detector).detect(beginning);
  return found.isReliable() ? found.language : null;
}

/** ISO 639-1. Null where unclear, as for one word or a row of figures. */
export async function languagesOf(texts: readonly string[]): Promise<(string | null)[]> {
  const languages: (string | null)[] = [];
  for (const text of texts) languages.push(await languageOf(text));
  return languages;
}

/** Each statement has its own language, as a talk may change between several. */
export async function withLanguages(statements: readonly Statement[]): Promise<Statement[]> {
  const languages = await languagesOf(statements.map(({ words }) => words));
  return statements.map((statement, place) => ({ ...statement, language: languages[place] ?? null }));
}
