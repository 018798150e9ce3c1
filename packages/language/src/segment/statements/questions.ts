import { withoutEnd } from '@hippocamp/shared/text/ends';
import { stemsOf } from '@hippocamp/shared/text/terms';
import { hasVerb, isBaseVerb } from '../../words/verbs.js';

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

const [LONGEST_QUESTION, MOST_WORDS, SHORT] = [200, 20, 5];

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
  return says && (words > SHORT || [...stemsOf(spoken)].some((stem) => asked.has(stem)));
}

/** Whether a sentence answers a question, and says too little without it: "Lisbon.", "yes, always", "it's the blue one". */
export function answers(question: string | null, spoken: string): question is string {
  if (question === null || !asksToKnow(question) || isQuestion(spoken)) return false;
  const words = spoken.split(/\s+/).length;
  return words <= MOST_WORDS && /[\p{L}\p{N}]/u.test(spoken) && !standsAlone(question, spoken, words);
}
