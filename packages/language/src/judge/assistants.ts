import type { Statement } from '@hippocamp/shared/language/statement';
import { terms } from '@hippocamp/shared/text/terms';
import { isQuestion } from '../segment/statements/questions.js';

/** Of one answer so many passages are kept at most, and none shorter than this is cut off; UTF-16 units. */
const [MOST_PASSAGES, PASSAGE] = [5, 600];

/** Words of meaning from which on a sentence without a name or a figure tells something. */
const TELLING_WORDS = 5;

const ofItself = /(?<![\p{L}\p{N}])(?:i|i['’](?:m|ve|ll|d)|me|my|let['’]s)(?![\p{L}\p{N}])/iu;
const concrete = /\p{N}|(?<=[^.!?:\s]\s)\p{Lu}\p{L}/u;

/** Whether a sentence of an assistant tells something: by its form, since what it says of itself, asks or exclaims is courtesy. */
export function assistantTells({ words, kind, borrowed }: Statement): boolean {
  if (borrowed || isQuestion(words)) return false;
  if (kind !== 'prose') return true;
  const hasFacts = concrete.test(words);
  if (ofItself.test(words) && !hasFacts) return false;
  return hasFacts || (!words.endsWith('!') && terms(words).length >= TELLING_WORDS);
}

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
