import { isSmallTalk } from '../../judge/keeping/small-talk.js';
import { isFragment } from './leaning.js';

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
  return isFragment(words) && /[\p{L}\p{N}]{2}/u.test(words) && !isSmallTalk(words) && !evasive.test(words);
}
