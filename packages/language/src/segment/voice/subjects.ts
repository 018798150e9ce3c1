import { hasVerb } from '../../words/verbs.js';

const relation =
  /^(?:my|our|the|his|her|a|an) (?:(?:older|elder|younger|little|big|twin|best|good|old|new|whole|late|ex) )?(?:mum|mom|mother|dad|father|parents?|sisters?|brothers?|siblings?|wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|son|daughter|kids?|children|child|baby|family|cousins?|aunt|uncle|niece|nephew|grand\p{L}{1,10}|friends?|colleagues?|boss|team|neighbou?rs?|flatmates?|roommates?|dogs?|cats?|friend \p{Lu}\p{L}{1,20}|(?:sister|brother|wife|husband|cousin|son|daughter|partner|friend) \p{Lu}\p{L}{1,20})$/iu;
const name = /^\p{Lu}[\p{L}\p{M}'-]{0,30}(?: \p{Lu}[\p{L}\p{M}'-]{0,30})?$/u;
const pronoun = /^(?:it|he|she|they|that|this|there|we|you|so)\b/i;

export type Joined = 'compound' | 'clause' | 'unclear';

/** What stands before "and I": another subject ("my sister and I sail") or a clause ("it rained and I read"). */
export function joinedBefore(before: string): Joined {
  const clause = before.split(/[,;:.!?–—]|\b(?:because|when|while|that|so|if|since|but|then)\b/i).at(-1) ?? '';
  const words = clause.trim();
  if (words === '') return 'clause';
  if (relation.test(words) || (name.test(words) && !pronoun.test(words))) return 'compound';
  return hasVerb(words) ? 'clause' : 'unclear';
}
