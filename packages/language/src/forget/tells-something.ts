import { isBaseVerb, isPast, isPlainVerb, thirdPerson, wordsOf } from '../words/verbs.js';

const LOOKED_AT = 400;

/** A subject alone: what follows is its verb. */
const nominative = new Set([
  'i',
  'we',
  'they',
  'he',
  'she',
  "i'm",
  "i've",
  "i'll",
  "i'd",
  "we're",
  "they're",
  "he's",
  "she's",
  "it's",
]);

/** Carries a sentence wherever it stands. */
const auxiliary =
  /^(?:am|is|are|was|were|has|have|had|do|does|did|will|would|can|could|should|must|may|might|cannot|\p{L}{2,5}n't)$/u;

/** What follows them is no verb: "my lost keys". */
const determiner = /^(?:an?|the|my|our|your|his|her|their|its|this|these|those|some|any|all|every|each|no|\p{L}+'s)$/u;

const isThirdPerson = (word: string): boolean =>
  word.endsWith('s') &&
  [word.slice(0, -1), word.slice(0, -2), `${word.slice(0, -3)}y`].some(
    (base) => isPlainVerb(base) && thirdPerson(base) === word,
  );

const carries = (word: string, previous: string | undefined): boolean => {
  if (previous === undefined) return false;
  if (auxiliary.test(word)) return true;
  if (determiner.test(previous)) return false;
  return isPast(word) || isThirdPerson(word) || (previous.endsWith('s') && isBaseVerb(word));
};

/**
 * Whether a text says something of something, and not only names it: "I live in Rome", not "my address". In doubt it does
 * not, since what is only named is not forgotten unasked.
 */
export function tellsSomething(text: string): boolean {
  const words = wordsOf(text.slice(0, LOOKED_AT));
  const [first = ''] = words;
  if (nominative.has(first) && words.length > 1) return true;
  return words.some((word, place) => carries(word, words[place - 1]));
}
