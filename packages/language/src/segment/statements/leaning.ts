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
