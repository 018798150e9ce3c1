import type { Statement } from '@hippocamp/shared/language/statement';
import { stemsOf } from '@hippocamp/shared/text/terms';
import { readFacts } from '../read/read-facts.js';
import { leans } from '../segment/statements/leaning.js';

const sharesWords = (first: string, second: string): boolean => {
  const known = stemsOf(first);
  return [...stemsOf(second)].some((stem) => known.has(stem));
};

const attributesIn = (words: string): string[] =>
  readFacts(words, null).slots.map(({ subject, attribute }) => `${subject} ${attribute}`);

/** Whether one states something that can be read, and the other nothing of the same. */
function stateOthers(first: string, second: string): boolean {
  const [one, other] = [attributesIn(first), attributesIn(second)];
  return one.length + other.length > 0 && !other.some((attribute) => one.includes(attribute));
}

/** Whether a sentence tells of something else than the one before it in the same message. */
export function isApart({ words: before }: Statement, { words: next, follows }: Statement): boolean {
  if (follows !== null || leans(next) || sharesWords(before, next)) return false;
  return stateOthers(before, next);
}
