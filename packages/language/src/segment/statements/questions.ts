import { isBaseVerb } from '../../words/verbs.js';

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
