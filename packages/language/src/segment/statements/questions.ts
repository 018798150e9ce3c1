import { isFragment } from './leaning.js';

const asks = /[?？؟՞][\p{Pe}\p{Pf}"'”’\p{So}\p{Emoji_Modifier}\p{Variation_Selector}!\s)]*$/u;
const wh =
  /^(?:and |but |so )?(?:what|how|why|where|who|which|whose)(?:'s|'re| (?:is|are|was|were|do|does|did|can|could|would|should|will|have|has|about|many|much|long|old|far|often))\b/i;
const inverted =
  /^(?:do|does|did|are|is|was|were|can|could|would|will|should|have|has|shall) (?:you|we|they|he|she|it|i|there|anyone|the|your|this|that)\b/i;
const exclaimed = /^(?:what an? |how \p{L}+ (?:is|are|that|it))/iu;

/** Whether a sentence asks. People who type fast leave out the sign. */
export function isQuestion(words: string): boolean {
  const bare = words.slice(-200);
  if (asks.test(bare)) return true;
  const head = words.slice(0, 100);
  return (wh.test(head) && !exclaimed.test(head) && !/[.!]$/.test(words)) || inverted.test(head);
}

const asksForFact =
  /\b(?:what|when|where|which|who|how (?:old|many|much|long|often|far|big|late|do you (?:like|take|want|spell|prefer)))\b/i;
const politeness =
  /\b(?:how are you|what'?s up|how(?:'s| is) it going|what (?:happened|is it|do you think|about)|how come)\b/i;
const evasive = /^(?:no idea|nothing|not much|i don'?t know|maybe|not sure|you|me|nobody|same|soft launch)\b/i;

/** "How late?" is a whole question. */
const measured = /^(?:and )?how (?:old|many|much|long|often|far|big|late)\b/i;
const counted = /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred)\b/i;

const LONGEST_QUESTION = 160;

/** Whether a few words without a verb answer a question for a fact: "Where do you live?" "Oslo." */
export function answers(question: string | null, words: string): question is string {
  if (question === null || question.length > LONGEST_QUESTION || politeness.test(question)) return false;
  if (!measured.test(question) && question.split(/\s+/).length < 4) return false;
  if (!asksForFact.test(question) && !counted.test(words)) return false;
  return isFragment(words) && /[\p{L}\p{N}]{2}/u.test(words) && !evasive.test(words);
}
