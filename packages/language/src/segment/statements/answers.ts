import { withoutEnd } from '@hippocamp/shared/text/ends';
import { stemsOf } from '@hippocamp/shared/text/terms';
import { hasVerb } from '../../words/verbs.js';
import { isQuestion } from './questions.js';

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
