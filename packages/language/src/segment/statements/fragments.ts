import { stopWords } from '@hippocamp/shared/text/stop-words';
import { words } from '@hippocamp/shared/text/terms';
import { correctionIn } from '../../correct/correction.js';
import { hasVerb } from '../../words/verbs.js';

const leansBack =
  /^(?:(?:and|but|so|also|then|because|or) )?(?:it|it's|they|they're|he|he's|she|she's|that|that's|this|these|those|his|her|its|their|which|who|because|then|there|both|neither)\b|\bof (?:them|these|those|it)\b/i;

const FRAGMENT_WORDS = 8;

/** Whether a sentence takes up the one before it by a pronoun. */
export const takesUp = (words: string): boolean => leansBack.test(words);

/** A few words without a verb, or a sentence about "it": it says little without the one before. */
export const leans = (words: string): boolean =>
  takesUp(words) || (words.split(/\s+/).length <= FRAGMENT_WORDS && isFragment(words));

export const isFragment = (words: string): boolean => /\p{Script=Latin}/u.test(words) && !hasVerb(words);

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
