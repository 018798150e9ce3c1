import type { Statement } from '@hippocamp/shared/language/statement';

/** Of one answer so many passages are kept at most, and none shorter than this is cut off; UTF-16 units. */
const [MOST_PASSAGES, PASSAGE] = [3, 1000];

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
