import type { Clause, Unit } from '../clauses/unit.js';
import { areOfOneKind, areRelatives, singleValued } from '../lexicon/exclusive.js';
import { meaningsOf } from '../lexicon/lexicon.js';
import { headOf } from '../matching/heads.js';
import type { Both, Matching } from '../matching/matching.js';
import { meaningsOppose } from '../opposites.js';
import { isOrdinal } from './numbered.js';
import { hasAny, meaningsShared, only } from './shared.js';

/** A word in the place of another. */
export interface WordRival {
  rival: Unit;
  /** What one denies the other says. */
  complementary: boolean;
}

/** What a thing is, not which one it is: "the knee is left" and not "the left knee". */
const isSaid = (unit: Unit, { units, copula }: Clause): boolean => {
  if (unit.leading) return false;
  const isPredicate = copula && !unit.definite && unit.preposition === '';
  return isPredicate || unit.verbal || unit.side === 'verb' || headOf(units, unit.chunk) === unit;
};

/** Of what one chooses one takes one at a time. */
const choosing: ReadonlySet<string> = new Set('prefer commute favourite go travel'.split(' ').flatMap(meaningsOf));

const frequencies: ReadonlySet<string> = new Set(
  'daily weekly monthly fortnightly quarterly everyyear yearly twiceweekly twicedaily'.split(' '),
);

const isFrequency = ({ keys }: Unit): boolean => hasAny(keys, frequencies);

/** Of ordinals and of how often something is done there is one. */
const oneOfItsSort = (unit: Unit, { extra }: Matching, { claim, known }: Both): Unit | null => {
  if (isOrdinal(unit, claim)) return only(extra.filter((rival) => isOrdinal(rival, known)));
  return isFrequency(unit) ? only(extra.filter(isFrequency)) : null;
};

const some = (first: Unit, second: Unit, holds: (one: string, other: string) => boolean): boolean =>
  first.keys.some((one) => second.keys.some((other) => holds(one, other)));

const isOwned = ({ units }: Clause, { root }: Unit): boolean => units.some((unit) => unit.owner && unit.root === root);

/** A nurse is no teacher, a niece of somebody no daughter of theirs. */
const excludes = (unit: Unit, rival: Unit, { claim, known }: Both): boolean =>
  some(unit, rival, areOfOneKind) || (isOwned(claim, unit) && isOwned(known, rival) && some(unit, rival, areRelatives));

/** Another word in the same place, where both cannot be so. */
export const wordRival = (unit: Unit, matching: Matching, of: Both): WordRival | null => {
  const other = oneOfItsSort(unit, matching, of);
  if (other) return { rival: other, complementary: false };
  const meanings = meaningsShared(matching);
  const isChoice = hasAny(meanings, choosing);
  const areCopulas = of.claim.copula && of.known.copula;
  if (!isChoice && !isSaid(unit, of.claim)) return null;
  const rivals = matching.extra.filter((rival) => isChoice || isSaid(rival, of.known));
  for (const rival of rivals) {
    const opposition = meaningsOppose(unit.keys, rival.keys, areCopulas);
    if (opposition) return { rival, complementary: opposition === 'complementary' };
  }
  if (!areCopulas && !isChoice && !hasAny(meanings, singleValued)) return null;
  const standsAlike = (rival: Unit) => unit.side === rival.side && unit.preposition === rival.preposition;
  const rival = rivals.find((each) => (isChoice || standsAlike(each)) && excludes(unit, each, of));
  return rival ? { rival, complementary: false } : null;
};
