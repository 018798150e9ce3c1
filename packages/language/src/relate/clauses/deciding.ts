import { type Mark, marksIn } from '@hippocamp/shared/text/marks';
import { plain } from '../../words/plain.js';

const words =
  /\b(?:all|every|each|both|only|most|almost|nearly|hardly|barely|half of|few|several|many|some of|exclusively|solely|everyone|everybody)\b/gi;
/** "each month" tells how often. */
const oftens =
  /\b(?:every|each) (?:other |second |third |two |three )?(?:days?|nights?|weeks?|months?|years?|mornings?|evenings?|afternoons?|hours?|minutes?|quarters?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?)\b/gi;

const alike: Record<string, string> = {
  every: 'all',
  each: 'all',
  everyone: 'all',
  everybody: 'all',
  exclusively: 'only',
  solely: 'only',
  nearly: 'almost',
  barely: 'hardly',
};

/** Signs of money and of parts, and those of numbers, are read with them; "a + b" is a list. */
const isRead = (text: string, { mark, at, end }: Mark): boolean =>
  /^(?:\p{Sc}|%)$/u.test(mark) ||
  (mark === '-' && /^\p{Sc}?\p{N}/u.test(text.slice(end, end + 2))) ||
  (mark === '+' && /\s/.test(text.slice(at - 1, at)));

/** What a text has of them, in any order. */
export function decidingIn(statement: string): string[] {
  const text = plain(statement);
  const signs = marksIn(text).filter((found) => !isRead(text, found));
  const found = text.replace(oftens, ' ').match(words) ?? [];
  return [...signs.map(({ mark }) => mark), ...found.map((word) => alike[word.toLowerCase()] ?? word.toLowerCase())];
}
