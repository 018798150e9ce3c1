import { correctionIn } from '../../correct/correction.js';
import { datesIn } from '../../words/dates.js';
import { namesIn } from '../../words/names.js';
import { numbersIn } from '../../words/numbers.js';
import { isFragment } from './leaning.js';

const MOST_WORDS = 8;

/** Whether a message is no sentence but a value of something said before: a date, a number, a name. "sorry, wednesday noon" */
export function isValue(spoken: string): boolean {
  if (spoken.split(/\s+/).length > MOST_WORDS || !isFragment(spoken) || correctionIn(spoken) !== null) return false;
  return [datesIn(spoken), numbersIn(spoken), namesIn(`x ${spoken}`)].some(({ length }) => length > 0);
}
