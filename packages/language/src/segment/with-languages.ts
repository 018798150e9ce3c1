import type { Statement } from '@hippocamp/shared/language/statement';
import { languagesOf } from '../words/language-of.js';

/** Statements with what each is written in: a talk may change between languages. */
export async function withLanguages(statements: readonly Statement[]): Promise<Statement[]> {
  const languages = await languagesOf(statements.map(({ words }) => words));
  return statements.map((statement, place) => ({ ...statement, language: languages[place] ?? null }));
}
