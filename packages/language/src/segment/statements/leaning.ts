import type { Correction } from '@hippocamp/shared/language/judgement';
import { withoutEnd } from '@hippocamp/shared/text/cleaned';
import { stemsOf, stopWords, words } from '@hippocamp/shared/text/terms';
import { hasVerb, isBaseVerb } from '../../words/verbs.js';

const correcting = /^(?:(?:correction|sorry|oops|actually|wait|no|edit|update|my mistake|my bad)\b[\s,:;.!–-]*)+/i;
const subject =
  /^(?:it(?:'s| is| was| should be)|that(?:'s| is| should be)|they(?:'re| are)|there(?:'s| is| are)|make (?:it|that)|should be|i meant?|we meant?|read)\s+/i;
const turn = /,? (?:and not|not|instead of|rather than) /i;

/** UTF-16 units that are looked at, and words that a value has at most: what is longer is a statement. */
const [LOOKED_AT, WORDS_OF_VALUE] = [200, 4];

/** Without what only says that something is put right: "Correction: it's". */
export const withoutCorrecting = (words: string): string => words.replace(correcting, '').replace(subject, '');

const isBrief = (words: string) => words !== '' && !/[,;:]/.test(words) && words.split(/\s+/).length <= WORDS_OF_VALUE;

/**
 * What a sentence puts right that says so and nothing else: "Correction: it's 14, not 40." Null for all others: "The rent is 900,
 * not 950" says itself what it is about.
 */
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

/** Whether a sentence takes up the one before it by a pronoun. */
export const takesUp = (words: string): boolean => leansBack.test(words);

/** A few words without a verb, or a sentence about "it": it says little without the one before. */
export const leans = (words: string): boolean =>
  takesUp(words) || (words.split(/\s+/).length <= FRAGMENT_WORDS && isFragment(words));

export const isFragment = (words: string): boolean => /\p{Script=Latin}/u.test(words) && !hasVerb(words);

const WORDS_IN_SHORT = 8;

/** Letters of a word that may be a value by itself: "beagle", "attic". */
const LEAST_LETTERS = 3;

export const isShort = (spoken: string): boolean => spoken.split(/\s+/).length <= WORDS_IN_SHORT;

/** Whether a message is no sentence but a value of something said before: a number, a name of none of those who talk, a word that tells something. "sorry, wednesday noon" */
export function isValue(spoken: string, talking: ReadonlySet<string>): boolean {
  if (!isShort(spoken) || correctionIn(spoken) !== null || !(isFragment(spoken) || isFigure(spoken))) return false;
  const contentWords = words(spoken).filter((word) => !stopWords.has(word) && !talking.has(word));
  return contentWords.some((word) => word.length >= LEAST_LETTERS || /\p{N}/u.test(word));
}

/** "128!" */
const isFigure = (spoken: string): boolean => /\p{N}/u.test(spoken) && !/\p{L}/u.test(spoken);

const asks = /[?？؟՞][\p{Pe}\p{Pf}"'”’\p{So}\p{Emoji_Modifier}\p{Variation_Selector}!\s)]*$/u;
const wh =
  /^(?:and |but |so )?(?:what|how|why|where|who|which|whose)(?:'s|'re| (?:is|are|was|were|do|does|did|can|could|would|should|will|have|has|about|many|much|long|old|far|often))\b/i;
const inverted =
  /^(?:do|does|did|are|is|was|were|can|could|would|will|should|have|has|shall) (?:you|we|they|he|she|it|i|there|anyone|the|your|this|that)\b/i;
/** "does anna work there": with a verb after whom it is about, which "did the dishes" has not. */
const doing = /^(?:does|did) ((?:[\p{L}'’-]+ ){1,3}[\p{L}'’-]+)/iu;

const asksDoing = (head: string): boolean =>
  (doing.exec(head)?.[1] ?? '')
    .split(' ')
    .slice(1)
    .some((word) => isBaseVerb(word.toLowerCase()));

const exclaimed = /^(?:what an? |how \p{L}+ (?:is|are|that|it))/iu;

/** A question as those who type it in full would: with its sign. */
export const withSign = (words: string): string =>
  isQuestion(words) && !asks.test(words.slice(-200)) ? `${words}?` : words;

/** Whether a sentence asks. People who type fast leave out the sign. */
export function isQuestion(words: string): boolean {
  const bare = words.slice(-200);
  if (asks.test(bare)) return true;
  const head = words.slice(0, 100);
  return (wh.test(head) && !exclaimed.test(head) && !/[.!]$/.test(words)) || inverted.test(head) || asksDoing(head);
}

/** What only asks for leave, or for more of the talk. */
const offers =
  /^(?:would|shall|should|may|might|can|could|will) (?:i|we|you)\b|\bdo you (?:want|need|have (?:any|a (?:question|moment)))\b|\bwould you like\b|\b(?:are you (?:sure|ready|okay|ok|there)|anything else|have you tried)\b/i;
/** Rules may be offered as well. */
const always = /\b(?:always|every|each|from now on|never|usually)\b/i;
const politeness =
  /\b(?:how are you|what'?s up|how(?:'s| is) it going|what (?:happened|is it|do you think|about)|how come)\b/i;
const opening = /^(?:so|ok(?:ay)?|and|then)[,:.–—-]*\s+/iu;

const tagQuestion =
  /^(?:and |so )?(?:is|was) (?:that|this|it) (?:still )?(?:right|correct|so|true|okay|ok)\b|^(?:right|correct)\?|^do i have .{0,40}(?:right|correctly)\b|^does (?:that|this) (?:suit|work|fit|sound)\b|^did i get (?:that|it|this) right\b|^is that (?:right|correct)\b/i;

/** Whether a question only asks whether what was said before it is so. */
export const isTag = (question: string): boolean => tagQuestion.test(question);

const [LONGEST_QUESTION, LONGEST_ANSWER, SHORT_ANSWER] = [200, 20, 5];

/** Whether a question is asked to be told something, and not for leave or from politeness. */
function asksToKnow(question: string): boolean {
  const plain = withoutEnd(question, /[?!.\s]/).replace(opening, '');
  if (question.length > LONGEST_QUESTION || politeness.test(plain)) return false;
  return !offers.test(plain) || always.test(plain);
}

/** Whether it says by itself what was asked: "I live in Lisbon" after "Where do you live?". */
function standsAlone(question: string, spoken: string, words: number): boolean {
  if (!hasVerb(spoken)) return false;
  const asked = new Set(stemsOf(question));
  const says = /(?<![\p{L}\p{N}])(?:i|i['’](?:m|ve|ll|d)|my|we|our)(?![\p{L}\p{N}])/iu.test(spoken);
  return says && (words > SHORT_ANSWER || [...stemsOf(spoken)].some((stem) => asked.has(stem)));
}

/** Whether a sentence answers a question, and says too little without it: "Lisbon.", "yes, always", "it's the blue one". */
export function answers(question: string | null, spoken: string): question is string {
  if (question === null || !asksToKnow(question) || isQuestion(spoken)) return false;
  const words = spoken.split(/\s+/).length;
  return words <= LONGEST_ANSWER && /[\p{L}\p{N}]/u.test(spoken) && !standsAlone(question, spoken, words);
}
