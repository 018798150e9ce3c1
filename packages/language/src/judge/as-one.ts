import type { Statement } from '@hippocamp/shared/language/statement';
import { contentOf } from '../segment/statements/content.js';

/** What stands between two statements that are kept as one: what stood there, as far as nothing was left out between them. */
const between = (before: Statement, { follows, kind }: Statement): string => {
  if (follows !== null) return follows;
  return kind === 'prose' && before.kind === 'prose' ? ' ' : '\n';
};

/** The statements of one message as one, in their own words and order. */
export function asOne(statements: readonly Statement[]): Statement {
  const [first, ...others] = statements;
  if (!first) throw new Error('nothing is no statement');
  if (others.length === 0) return first;
  let before = first;
  let { words } = first;
  for (const next of others) {
    words += between(before, next) + next.words;
    before = next;
  }
  const whole = { ...first, end: before.end, words, spoken: words };
  return { ...whole, content: contentOf(whole) };
}
