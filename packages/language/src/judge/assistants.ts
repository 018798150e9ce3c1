import type { Statement } from '@hippocamp/shared/language/statement';

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
