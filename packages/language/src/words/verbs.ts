import { straight } from './contractions.js';
import {
  eitherTense,
  irregularParticiple,
  irregularPast,
  modals,
  nounVerbs,
  plainVerbs,
  presentInEd,
} from './verb-forms.js';

const auxiliary =
  /^(?:am|is|are|was|were|be|been|has|have|had|do|does|did|will|would|can|could|shall|should|may|might|must|cannot|(?:is|are|was|were|has|have|had|do|does|did|wo|would|ca|could|should|must)n't|(?:i'm|i've|i'd|i'll|we're|we've|we'll|you're|they're|he's|she's|it's|that's|there's|isnt|dont|doesnt|didnt|cant|wont))$/;

export const isPast = (verb: string): boolean =>
  irregularPast.has(verb) || (verb.length > 3 && verb.endsWith('ed') && !presentInEd.has(verb));

export const isParticiple = (verb: string): boolean => irregularParticiple.has(verb) || isPast(verb);

export const isModal = (verb: string): boolean => modals.has(verb);

export const isEitherTense = (verb: string): boolean => eitherTense.has(verb);

const irregularThird: Record<string, string> = { be: 'is', am: 'is', are: 'is', have: 'has', do: 'does', go: 'goes' };

/** "like" → "likes", "study" → "studies", "wash" → "washes". */
export function thirdPerson(verb: string): string {
  const known = irregularThird[verb];
  if (known) return known;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|[^aeiou]o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

const baseOf = (word: string): string[] => {
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  if (word.endsWith('es')) return [word.slice(0, -1), word.slice(0, -2)];
  return word.endsWith('s') ? [word.slice(0, -1)] : [];
};

export const isBaseVerb = (word: string): boolean => plainVerbs.has(word) || nounVerbs.has(word);

/** A base form that is no noun as well. */
export const isPlainVerb = (word: string): boolean => plainVerbs.has(word) && !nounVerbs.has(word);

/** Whether a word is surely a form of a verb that can carry a sentence. */
export const isFiniteVerb = (word: string): boolean =>
  auxiliary.test(word) ||
  isPast(word) ||
  irregularParticiple.has(word) ||
  plainVerbs.has(word) ||
  baseOf(word).some((base) => isBaseVerb(base));

const wordPattern = /[\p{L}\p{M}]+(?:['’][\p{L}]+)*/gu;

export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(wordPattern) ?? []).map((word) => straight(word));

/** Whether a short text has a verb, as far as the lists know. A text without one is an answer, a heading or an item of a list. */
export const hasVerb = (text: string): boolean =>
  nominative.test(text.slice(0, 400)) ||
  wordsOf(text.slice(0, 400)).some(
    (word) => isFiniteVerb(word) || /\p{L}'(?:s|re|m|ve|ll|d)$/u.test(word) || isContracted(word),
  );

/** After these comes a verb, though it looks like a noun: "we open", "they sail". */
const nominative = /\b(?:i|we|they|he|she|who) (?:\p{L}+ly )?\p{L}+/iu;

const isContracted = (word: string) => /n't$/.test(word);
