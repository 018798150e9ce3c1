import { correctionIn } from '../../correct/correction.js';
import { datesIn } from '../../words/dates.js';
import { namesIn } from '../../words/names.js';
import { numbersIn } from '../../words/numbers.js';
import { isFragment } from './leaning.js';

const MOST_WORDS = 8;

/** Whether a message is no sentence but a value of something said before: a date, a number, a name of none of those who talk. "sorry, wednesday noon" */
export function isValue(spoken: string, talking: ReadonlySet<string>): boolean {
  if (spoken.split(/\s+/).length > MOST_WORDS || !isFragment(spoken) || correctionIn(spoken) !== null) return false;
  const names = namesIn(`x ${spoken}`).filter((name) => !talking.has(name));
  return [datesIn(spoken), numbersIn(spoken), names].some(({ length }) => length > 0);
}
