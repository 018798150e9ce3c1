import type { Statement } from '@hippocamp/shared/language/statement';
import { stemsOf } from '@hippocamp/shared/text/terms';
import { firstVerb } from '../read/clauses.js';
import { leans } from '../segment/statements/leaning.js';

const sharesWords = (first: string, second: string): boolean => {
  const known = stemsOf(first);
  return [...stemsOf(second)].some((stem) => known.has(stem));
};

/** "My dog is called Rex": a subject of its own, and what is said of it. */
const hasSubject = (words: string): boolean => firstVerb.test(words);

/** Whether a sentence tells of something else than the one before it in the same message. */
export function isApart({ words: before }: Statement, { words: next, follows }: Statement): boolean {
  if (follows !== null || leans(next) || sharesWords(before, next)) return false;
  return hasSubject(before) && hasSubject(next);
}
