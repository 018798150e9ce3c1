import type { ToForget } from '@hippocamp/shared/language/forgetting';
import { sentencesOf } from '../segment/layout/sentences.js';
import { isBaseVerb, isPast, isPlainVerb, straight, thirdPerson, wordsOf } from '../words/verbs.js';

const LOOKED_AT = 400;

/** Words that are always a subject; a verb follows. */
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

/** These are the verb of a sentence wherever they stand after the first word. */
const auxiliary =
  /^(?:am|is|are|was|were|has|have|had|do|does|did|will|would|can|could|should|must|may|might|cannot|\p{L}{2,5}n't)$/u;

/** A noun follows these, never a verb: "my lost keys". */
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

/** True for "I live in Rome", false for "my address". In doubt false: something only named is not forgotten unasked. */
function tellsSomething(text: string): boolean {
  const words = wordsOf(text.slice(0, LOOKED_AT));
  const [first = ''] = words;
  if (nominative.has(first) && words.length > 1) return true;
  return words.some((word, place) => carries(word, words[place - 1]));
}

/** Sentences of a request that are read apart; the last of them takes all the rest. */
const MOST_SENTENCES = 10;

/** Openings before the request itself; several may follow each other. */
const before: readonly RegExp[] = [
  /^(?:please|kindly|ok|okay|now|so|well|also|and|then|actually|just|hey|hi|oh|no|sorry)\b[,.!:]* ?/i,
  /^(?:can|could|will|would|may) (?:you|we|i ask you to)\b,? ?/i,
  /^i(?:'d| would) (?:like|want|prefer|love) (?:you )?to /i,
  /^i(?: do)? (?:want|need|ask) (?:you )?to /i,
  /^(?:you (?:can|could|should|may|must|have to|need to)|let's|let us) /i,
];
const MOST_BEFORE = 6;

const asking =
  /^(?:forget|delete|remove|erase|unlearn|discard|drop|scrap|stop remembering|(?:do not|don't|never) (?:remember|keep|store|save))\b(?: any ?more\b)?[,:]? ?/i;

/** "that" and the words before it; a statement follows. */
const statementFollows =
  /^(?:(?:about )?(?:the |this |any |every )?(?:fact|memory|note|information|part|thing)s? )?(?:that|how) (?!is\b|was\b|one\b)/i;

const known =
  "(?: (?:that )?(?:you|we|i|i've|you've|we've)(?: have| had| ever| just)?(?: (?:know|knew|known|remember|remembered|stored|saved|kept|have|said|told you|told|mentioned))?)?";
const things =
  '(?:everything|anything|all|whatever|what|(?:all |any |every |the |my |your )?(?:of )?(?:the |my |your )?(?:memories|memory|notes?|facts?|information|info|data|details?|records?|things?|stuff))';

/** "everything you know about", "all my notes on"; a topic follows. */
const topicFollows = new RegExp(`^(?:${things}${known} )?(?:about|on|of|regarding|concerning) `, 'i');

const after = /(?:,? (?:please|thanks|thank you|from now on|any ?more|immediately|right now|at once))$/i;

const withoutBefore = (sentence: string): string => {
  let rest = sentence;
  for (let time = 0; time < MOST_BEFORE; time += 1) {
    const pattern = before.find((each) => each.test(rest));
    if (!pattern) break;
    rest = rest.replace(pattern, '');
  }
  return rest;
};

const bare = (text: string): string => {
  const trimmed = text.trim();
  const end = /[.!?"'”]$/.test(trimmed) ? trimmed.slice(0, -1).trimEnd() : trimmed;
  return end.replace(after, '').trim();
};

const kindOf = (text: string): ToForget['kind'] => (tellsSomething(text) ? 'statement' : 'topic');

/** A sentence that asks for nothing is itself the subject. */
function askedIn(sentence: string): ToForget {
  const whole = bare(straight(sentence));
  const request = withoutBefore(whole);
  if (!asking.test(request)) return { kind: kindOf(whole), text: whole };
  const rest = request.replace(asking, '');
  if (statementFollows.test(rest)) return { kind: 'statement', text: bare(rest.replace(statementFollows, '')) };
  if (topicFollows.test(rest)) return { kind: 'topic', text: bare(rest.replace(topicFollows, '')) };
  const text = bare(rest);
  return { kind: kindOf(text), text };
}

const hasWord = ({ text }: ToForget) => /[\p{L}\p{N}]/u.test(text);

/** The subjects of a request, sentence by sentence: "Please forget that I live in Rome" gives "I live in Rome". */
export function toForget(text: string): ToForget[] {
  const sentences = sentencesOf(text);
  const first = sentences.slice(0, MOST_SENTENCES - 1);
  const rest = sentences.slice(MOST_SENTENCES - 1).join(' ');
  return [...first, rest].map(askedIn).filter(hasWord);
}
