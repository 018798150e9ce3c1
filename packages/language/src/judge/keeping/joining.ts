import type { Statement } from '@hippocamp/shared/language/statement';
import { contentOf } from '../../segment/statements/content.js';
import { LONGEST_TOGETHER } from '../../segment/statements/follows.js';

/** Whether a statement is kept as one with the one before it, or with those that this one was joined to. */
export const isJoinable = (before: Statement, { follows, end }: Statement): boolean =>
  follows !== null && end - before.start <= LONGEST_TOGETHER;

/** Both as one. */
export function join(before: Statement, { follows, words, end }: Statement): Statement {
  const together = `${before.words}${follows ?? ' '}${words}`;
  const joined = { ...before, end, words: together, spoken: together };
  return { ...joined, content: contentOf(joined) };
}
