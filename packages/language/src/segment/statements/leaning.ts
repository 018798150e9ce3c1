import type { Correction } from '@hippocamp/shared/language/judgement';
import { withoutEnd } from '@hippocamp/shared/text/cleaned';
import { stemsOf, stopWords, words } from '@hippocamp/shared/text/terms';
import { hasVerb, isBaseVerb } from '../../words/verbs.js';

const correcting = /^(?:(?:correction|sorry|oops|actually|wait|no|edit|update|my mistake|my bad)\b[\s,:;.!–-]*)+/i;
const subject =
  /^(?:it(?:'s| is| was| should be)|that(?:'s| is| should be)|they(?:'re| are)|there(?:'s| is| are)|make (?:it|that)|should be|i meant?|we meant?|read)\s+/i;
const turn = /,? (?:and not|not|instead of|rather than) /i;

/** The most UTF-16 units of a correction, and the most words of its value. A longer one is a statement. */
const [LOOKED_AT, WORDS_OF_VALUE] = [200, 4];

/** Strips words such as "Correction: it's". */
export const withoutCorrecting = (words: string): string => words.replace(correcting, '').replace(subject, '');

const isBrief = (words: string) => words !== '' && !/[,;:]/.test(words) && words.split(/\s+/).length <= WORDS_OF_VALUE;

/** Reads "Correction: it's 14, not 40." Null for "The rent is 900, not 950", which says what it is about. */
export function correctionIn(words: string): Correction | null {
  const said = withoutEnd(words.trim().replaceAll('’', "'"), /[.!\s]/);
  if (said.length > LOOKED_AT) return null;
  const opened = said.replace(correcting, '');
  const rest = opened.replace(subject, '');
  if (rest === said) return null;
  const [now = '', was = '', ...others] = rest.split(turn).map((value) => value.trim());
  return isBrief(now) && isBrief(was) && others.length === 0 ? { now, was, opening: 'Correction: ' } : null;
}

const leansBack =
  /^(?:(?:and|but|so|also|then|because|or) )?(?:it|it's|they|they're|he|he's|she|she's|that|that's|this|these|those|his|her|its|their|which|who|because|then|there|both|neither)\b|\bof (?:them|these|those|it)\b/i;

const FRAGMENT_WORDS = 8;

export const takesUp = (words: string): boolean => leansBack.test(words);

/** A few words without a verb, or a sentence about "it", say little without the sentence before. */
export const leans = (words: string): boolean =>
  takesUp(words) || (words.split(/\s+/).length <= FRAGMENT_WORDS && isFragment(words));

export const isFragment = (words: string): boolean => /\p{Script=Latin}/u.test(words) && !hasVerb(words);

const WORDS_IN_SHORT = 8;

/** Letters of a word that may be a value by itself: "beagle", "attic". */
const LEAST_LETTERS = 3;

export const isShort = (spoken: string): boolean => spoken.split(/\s+/).length <= WORDS_IN_SHORT;

/** True for a mere value of something said before: "sorry, wednesday noon". A speaker's name is none. */
export function isValue(spoken: string, talking: ReadonlySet<string>): boolean {
  if (!isShort(spoken) || correctionIn(spoken) !== null || !(isFragment(spoken) || isFigure(spoken))) return false;
  const contentWords = words(spoken).filter((word) => !stopWords.has(word) && !talking.has(word));
  return contentWords.some((word) => word.length >= LEAST_LETTERS || /\p{N}/u.test(word));
}

const isFigure = (spoken: string): boolean => /\p{N}/u.test(spoken) && !/\p{L}/u.test(spoken);

const asks = /[?？؟՞][\p{Pe}\p{Pf}"'”’\p{So}\p{Emoji_Modifier}\p{Variation_Selector}!\s)]*$/u;
const wh =
  /^(?:and |but |so )?(?:what|how|why|where|who|which|whose)(?:'s|'re| (?:is|are|was|were|do|does|did|can|could|would|should|will|have|has|about|many|much|long|old|far|often))\b/i;
const inverted =
  /^(?:do|does|did|are|is|was|were|can|could|would|will|should|have|has|shall) (?:you|we|they|he|she|it|i|there|anyone|the|your|this|that)\b/i;
/** "does anna work there" has a verb after its subject, and "did the dishes" has none. */
const doing = /^(?:does|did) ((?:[\p{L}'’-]+ ){1,3}[\p{L}'’-]+)/iu;

const asksDoing = (head: string): boolean =>
  (doing.exec(head)?.[1] ?? '')
    .split(' ')
    .slice(1)
    .some((word) => isBaseVerb(word.toLowerCase()));

const exclaimed = /^(?:what an? |how \p{L}+ (?:is|are|that|it))/iu;

export const withSign = (words: string): string =>
  isQuestion(words) && !asks.test(words.slice(-200)) ? `${words}?` : words;

/** People who type fast leave out the question mark. */
export function isQuestion(words: string): boolean {
  const bare = words.slice(-200);
  if (asks.test(bare)) return true;
  const head = words.slice(0, 100);
  return (wh.test(head) && !exclaimed.test(head) && !/[.!]$/.test(words)) || inverted.test(head) || asksDoing(head);
}

/** Questions that ask for leave, or only keep up the talk. */
const offers =
  /^(?:would|shall|should|may|might|can|could|will) (?:i|we|you)\b|\bdo you (?:want|need|have (?:any|a (?:question|moment)))\b|\bwould you like\b|\b(?:are you (?:sure|ready|okay|ok|there)|anything else|have you tried)\b/i;
/** "Should I always answer in German?" asks for a rule, though it has the form of an offer. */
const always = /\b(?:always|every|each|from now on|never|usually)\b/i;
const politeness =
  /\b(?:how are you|what'?s up|how(?:'s| is) it going|what (?:happened|is it|do you think|about)|how come)\b/i;
const opening = /^(?:so|ok(?:ay)?|and|then)[,:.–—-]*\s+/iu;

const tagQuestion =
  /^(?:and |so )?(?:is|was) (?:that|this|it) (?:still )?(?:right|correct|so|true|okay|ok)\b|^(?:right|correct)\?|^do i have .{0,40}(?:right|correctly)\b|^does (?:that|this) (?:suit|work|fit|sound)\b|^did i get (?:that|it|this) right\b|^is that (?:right|correct)\b/i;

export const isTag = (question: string): boolean => tagQuestion.test(question);

const [LONGEST_QUESTION, LONGEST_ANSWER, SHORT_ANSWER] = [200, 20, 5];

/** True when a question wants an answer, and is not asked for leave or from politeness. */
function asksToKnow(question: string): boolean {
  const plain = withoutEnd(question, /[?!.\s]/).replace(opening, '');
  if (question.length > LONGEST_QUESTION || politeness.test(plain)) return false;
  return !offers.test(plain) || always.test(plain);
}

/** "I live in Lisbon" needs no question, "Lisbon" does. */
function standsAlone(question: string, spoken: string, words: number): boolean {
  if (!hasVerb(spoken)) return false;
  const asked = new Set(stemsOf(question));
  const says = /(?<![\p{L}\p{N}])(?:i|i['’](?:m|ve|ll|d)|my|we|our)(?![\p{L}\p{N}])/iu.test(spoken);
  return says && (words > SHORT_ANSWER || [...stemsOf(spoken)].some((stem) => asked.has(stem)));
}

/** True for an answer that says too little without its question: "Lisbon.", "yes, always". */
export function answers(question: string | null, spoken: string): question is string {
  if (question === null || !asksToKnow(question) || isQuestion(spoken)) return false;
  const words = spoken.split(/\s+/).length;
  return words <= LONGEST_ANSWER && /[\p{L}\p{N}]/u.test(spoken) && !standsAlone(question, spoken, words);
}
