import type { Statement } from '@hippocamp/shared/language/statement';
import { terms } from '@hippocamp/shared/text/terms';
import { straight } from '../../words/contractions.js';
import { hasVerb, isPast, isPlainVerb, wordsOf } from '../../words/verbs.js';
import { dated, firstFitting, lasting, passing, planned, stating } from './cues.js';

export interface Evidence {
  /** What speaks for keeping it minus what speaks against it; below 1 it is not kept. */
  score: number;
  lasting: string | null;
  dated: string | null;
  planned: string | null;
  passing: string | null;
  stating: string | null;
  happened: boolean;
  foreign: boolean;
}

const firstPersonSubject = /^(?:i|i'm|i've|i'd|i'll|we|we're|we've|we'll|me and)\b/i;
const ownThing = /^(?:my|our)\b/i;
const definite = /^(?:the|both|all|\p{Lu}\p{L}+ (?:and \p{Lu}\p{L}+|\p{L}+(?:s|ed)\b))/u;
const you = /^(?:you|your|you're|you've|you'll|ya|u)\b/i;
const pointing =
  /^(?:that|that's|this|these|those|there|there's|it's|what|which|everything|everyone|nothing|all of)\b/i;
const addressed = /\b(?:you|your)\b/i;
const reacting =
  /\b(?:jealous|so (?:happy|glad|proud|sweet|cool|nice|excited)|i (?:think|guess|suppose|bet|mean|feel like)|lol|haha|perfect|charming|funny|respect|wow|owe (?:you|me)|must be (?:so|really|very|hard|nice|fun|great)|sounds|pretend|good luck|proud of|inspiring|amazing|awesome|glad)\b/i;
const hypothetical =
  /\b(?:would|wouldn't|could|couldn't|might|maybe|perhaps|if only|if i|if we|imagine|i wish)\b|\b(?:'d) (?!been|had|better)/i;
const figure =
  /\d{2,}|[€$£]\s?\d|\b\d+ ?(?:euros?|dollars?|pounds?|%|km|kg|cm|m2|years?|people)\b|https?:\/\/|\S@[^\s@]+\.\S|\b(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)\b/i;
const countedThing = /\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|\d+) \p{L}{3,}/iu;
const laterName = /(?<=[\p{L}\p{N},;'’] )(?!I\b)\p{Lu}\p{Ll}+/u;

/** They look like a past and say how somebody is. */
const states = new Set(
  'tired bored excited interested married retired scared terrified worried stressed exhausted relieved confused surprised pleased annoyed disappointed concerned engaged used supposed united left need'.split(
    ' ',
  ),
);

const HABIT = 'describes a habit';

const subjectScore = (words: string): number => {
  if (you.test(words)) return -2;
  if (ownThing.test(words)) return 2;
  if (firstPersonSubject.test(words) || definite.test(words)) return 1;
  if (!pointing.test(words)) return 0;
  return addressed.test(words) ? -2 : -1;
};

const lengthScore = (words: string, isSure: boolean): number => {
  const count = terms(words.slice(0, 1000)).length;
  const long = (count >= 4 ? 1 : 0) + (count >= 8 ? 1 : 0);
  return words.split(/\s+/).length < 4 && !isSure ? long - 1 : long;
};

const isImperative = (words: string): boolean => {
  const [first = '', second = ''] = wordsOf(words.slice(0, 60));
  const verb = first === 'please' ? second : first;
  return first === 'please' || (isPlainVerb(verb) && /^\p{Lu}?\p{Ll}/u.test(words)) || first === "don't";
};

const worth = (value: boolean | string | null, points: number): number => (value ? points : 0);

const chatScore = (words: string, found: Omit<Evidence, 'score' | 'foreign'>): number =>
  worth(found.lasting, found.lasting === HABIT ? 2 : 3) +
  worth(found.dated, 2) +
  worth(figure.test(words), 2) +
  worth(!figure.test(words) && countedThing.test(words), 1) +
  worth(laterName.test(words), 1) +
  worth(found.happened, 1) +
  worth(found.planned, 1) +
  worth(found.passing, 1) +
  subjectScore(words) +
  lengthScore(words, found.lasting !== null) -
  worth(reacting.test(words), 2) -
  worth(hypothetical.test(words), 2) -
  worth(isImperative(words), 2);

const FOREIGN_SCORE = 3;

/** What the wording of a sentence says for and against keeping it. A talk has to earn it; what is written down is meant to be kept. */
export function evidenceOf(text: string, { source, language }: Pick<Statement, 'source' | 'language'>): Evidence {
  const isChat = source === 'chat';
  const words = straight(text);
  const found = {
    lasting: firstFitting(lasting, words),
    dated: firstFitting(dated, words),
    planned: firstFitting(planned, words),
    passing: firstFitting(passing, words),
    stating: isChat ? null : firstFitting(stating, words),
    happened: wordsOf(words.slice(0, 1000)).some((word) => isPast(word) && !states.has(word)),
  };
  // English cues say nothing about a sentence in another language; it is judged by its form only.
  const foreign = language !== null && language !== 'en';
  if (foreign) return { ...found, score: FOREIGN_SCORE, foreign };
  const written = isChat ? 0 : 2 + worth(found.stating, 1) - worth(!hasVerb(words) && !figure.test(words), 1);
  const score = chatScore(words, found) + written;
  return { ...found, score: isChat ? score : Math.max(score, 1), foreign };
}
