import { stopWords } from '@hippocamp/shared/text/stop-words';
import { words } from '@hippocamp/shared/text/terms';
import { correctionIn } from '../../correct/correction.js';
import { isFragment } from './leaning.js';

const MOST_WORDS = 8;

/** Letters of a word that may be a value by itself: "beagle", "attic". */
const LEAST_LETTERS = 3;

export const isShort = (spoken: string): boolean => spoken.split(/\s+/).length <= MOST_WORDS;

/** Whether a message is no sentence but a value of something said before: a number, a name of none of those who talk, a word that tells something. "sorry, wednesday noon" */
export function isValue(spoken: string, talking: ReadonlySet<string>): boolean {
  if (!isShort(spoken) || correctionIn(spoken) !== null || !(isFragment(spoken) || isFigure(spoken))) return false;
  const told = words(spoken).filter((word) => !stopWords.has(word) && !talking.has(word));
  return told.some((word) => word.length >= LEAST_LETTERS || /\p{N}/u.test(word));
}

/** "128!" */
const isFigure = (spoken: string): boolean => /\p{N}/u.test(spoken) && !/\p{L}/u.test(spoken);
