import { adverbs, isBaseVerb, isEitherTense, isModal, isParticiple, isPast, thirdPerson } from '../../words/verbs.js';

/** Forms of verbs that follow "I" and change with it. */
const changed: Record<string, string> = {
  am: 'is',
  have: 'has',
  "haven't": "hasn't",
  do: 'does',
  "don't": "doesn't",
};
const unchanged = new Set([
  "didn't",
  "can't",
  "won't",
  "wouldn't",
  "couldn't",
  "shouldn't",
  "hadn't",
  "wasn't",
  "mustn't",
]);

const habitual = /\b(?:always|usually|often|every|each|never|sometimes|normally)\b/i;

export const isAdverb = (word: string): boolean => adverbs.has(word) || (word.length > 4 && word.endsWith('ly'));

/** The form of a verb after a name in place of "I"; null where it cannot be told. */
export function agreeing(verb: string, sentence: string): string | null {
  const known = changed[verb];
  if (known) return known;
  if (unchanged.has(verb) || isModal(verb) || verb === 'was') return verb;
  if (isEitherTense(verb)) return eitherTense(verb, sentence);
  if (isPast(verb)) return verb === 'were' ? null : verb;
  return isBaseVerb(verb) ? thirdPerson(verb) : null;
}

const eitherTense = (verb: string, sentence: string): string | null => {
  if (verb === 'bet' || verb === 'read') return null;
  return habitual.test(sentence) ? thirdPerson(verb) : verb;
};

/** What "'d" stands for before the next word. */
export const wouldOrHad = (next: string): 'would' | 'had' =>
  next === 'better' || (isParticiple(next) && !isBaseVerb(next)) ? 'had' : 'would';
