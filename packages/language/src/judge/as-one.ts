import type { Statement } from '@hippocamp/shared/language/statement';
import { stemsOf } from '@hippocamp/shared/text/terms';
import { leans } from '../segment/statements/fragments.js';
import { contentOf } from '../segment/statements/statements-of.js';
import { firstVerb } from '../words/verbs.js';

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

/** Of one answer so many passages are kept at most, and none shorter than this is cut off; UTF-16 units. */
const [MOST_PASSAGES, PASSAGE] = [5, 3000];

/** The statements of one answer, those together that make a passage. */
export function passagesOf(statements: readonly Statement[]): Statement[][] {
  const length = statements.reduce((sum, { words }) => sum + words.length, 0);
  const longest = Math.max(PASSAGE, length / MOST_PASSAGES);
  const passages: Statement[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const statement of statements) {
    if (size + statement.words.length / 2 > longest) {
      passages.push([]);
      size = 0;
    }
    passages.at(-1)?.push(statement);
    size += statement.words.length;
  }
  return passages;
}

/** Ends with a colon, in whatever script. */
const announces = /[:：]\s*$/u;

/** Whether an assistant announced it, so that the answer ends without it: "Here is my move: Kg3". */
export const isAnnounced = (before: Statement, next: Statement): boolean =>
  next.role === 'assistant' && before.turn === next.turn && announces.test(before.words);

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
