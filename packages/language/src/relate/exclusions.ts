import { plain } from '../words/plain.js';
import type { Difference } from './alignment.js';
import { determiner } from './extras.js';
import { isPrefixed, oppositionOf } from './opposites.js';
import type { Token } from './tokens.js';

/** How sure it is that both cannot be so. */
export interface Exclusion {
  score: number;
  /** What one denies the other says: of "not open" and "closed". */
  complementary: boolean;
}

const SURE = 0.9;
const LIKELY = 0.86;

const excludes = (score: number): Exclusion => ({ score, complementary: false });

const being = /^(?:am|is|are|was|were|be|been|very|not)$/;

/** "the old bridge" and "the new bridge" are two bridges; "the bridge is old" and "the bridge is new" exclude each other. */
const words = (claim: Token, known: Token): Exclusion | null => {
  const adjectives = being.test(claim.before) && being.test(known.before) && isPrefixed(claim.key, known.key);
  const opposition = adjectives ? 'complementary' : oppositionOf(claim.key, known.key);
  const said = claim.predicate && known.predicate && !determiner.test(claim.before) && !determiner.test(known.before);
  if (!opposition || !said) return null;
  return { score: SURE, complementary: opposition === 'complementary' };
};

const definite = /^(?:the|our|my|your|his|her|their|its|this|that|user|\p{Lu}[\p{L}'-]*(?: \p{L}*)?'s)\b/iu;
const beings = '(?:is|are|was|were|will be|takes? place|took place|happens|happened)';
/** "was painted by", not what many have done at the same time. */
const participle =
  '(?!attended|visited|seen|liked|loved|used|met|joined|read|helped|supported|recommended|shared)\\p{L}+(?:ed|en|n|t|d)';
const staying = '(?:lives?|resides?|works?|runs?|stays?|stands?|lies)';

/** What one definite thing is, and where and by whom: there is one answer. */
const asksForOne = new RegExp(
  ` (?:${beings}(?: ${participle})?(?: (?:by|in|at|on|called|named))?|${staying} (?:in|at|on|for))(?: (?:region|room|version|zone|building|terminal|gate))? $`,
  'iu',
);

const hasOneAnswer = (before: string): boolean => definite.test(before) && asksForOne.test(before);

const names = (claim: Token, known: Token, texts: { claim: string; known: string }): Exclusion | null =>
  hasOneAnswer(texts.claim.slice(0, claim.at)) && hasOneAnswer(texts.known.slice(0, known.at))
    ? excludes(LIKELY)
    : null;

/** Whether what two statements say at one place excludes each other; null where both may be so. */
export function exclusionOf({ claim, known }: Difference, texts: { claim: string; known: string }): Exclusion | null {
  const [first, second] = [claim[0], known[0]];
  if (!first || !second) return null;
  const all = [...claim, ...known];
  if (all.every(({ kind }) => kind === 'name')) {
    return names(first, second, { claim: plain(texts.claim), known: plain(texts.known) });
  }
  if (claim.length > 1 || known.length > 1 || first.kind !== second.kind) return null;
  if (first.kind === 'number' || first.kind === 'date') return null;
  return words(first, second);
}
