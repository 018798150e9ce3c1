import type { Statement } from '@hippocamp/shared/language/statement';
import { stopWords } from '@hippocamp/shared/text/terms';
import { wordsOf } from './verbs.js';

/** Of a text, in UTF-16 units: what a text is written in its beginning tells. */
const LOOKED_AT = 400;

/** Share of the words that are small words of English, from which on nothing else needs to be asked. */
const PLAINLY_ENGLISH = 0.3;

const isPlainlyEnglish = (words: readonly string[]): boolean =>
  words.length > 0 && words.filter((word) => stopWords.has(word)).length / words.length >= PLAINLY_ENGLISH;

/** Its tables take 30 MB, which a service that is only told English does not need. */
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

/** What each text is written in, ISO 639-1; null where that cannot be told, as of one word or a row of figures. */
export async function languagesOf(texts: readonly string[]): Promise<(string | null)[]> {
  const languages: (string | null)[] = [];
  for (const text of texts) languages.push(await languageOf(text));
  return languages;
}

/** Statements with what each is written in: a talk may change between languages. */
export async function withLanguages(statements: readonly Statement[]): Promise<Statement[]> {
  const languages = await languagesOf(statements.map(({ words }) => words));
  return statements.map((statement, place) => ({ ...statement, language: languages[place] ?? null }));
}
