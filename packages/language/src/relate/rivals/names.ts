import type { Clause, Unit } from '../clauses/unit.js';
import { sharing, singleDoer, singleValued } from '../lexicon/exclusive.js';
import { meaningsOf } from '../lexicon/lexicon.js';
import { headOf } from '../matching/heads.js';
import { type Both, isOrganisation, type Matching } from '../matching/matching.js';
import { hasAny, meaningsShared } from './shared.js';

/** "Jonas", and of "the data team" what tells which one. */
const isNaming = (unit: Unit, { units }: Clause): boolean => {
  if (unit.kind === 'name') return true;
  const head = headOf(units, unit.chunk);
  return unit.kind === 'word' && head !== undefined && head !== unit && isOrganisation(head);
};

/** They are all of one chunk but for what they name: "the data team". */
const areOneName = (units: readonly Unit[], of: Clause): boolean => {
  const chunk = of.units.filter((unit) => unit.chunk === units[0]?.chunk);
  return (
    units.length > 0 &&
    units.every((unit) => isNaming(unit, of) && chunk.includes(unit)) &&
    chunk.every((unit) => units.includes(unit) || isOrganisation(unit))
  );
};

/** Many may do these to one thing. */
const byMany: ReadonlySet<string> = new Set(
  'use like love attend visit see read know watch support help share recommend hear want need buy drink eat wear follow join enjoy prefer sell'
    .split(' ')
    .flatMap(meaningsOf),
);

const isOfOne = ({ passive, units }: Clause): boolean =>
  passive && units.some(({ leading, definite, side }) => leading && definite && side === 'object');

const isDoneByMany = ({ units }: Clause): boolean => units.some(({ keys }) => hasAny(keys, byMany));

/** "The route is driven by Benno": one does what is done to something definite. */
const isAssigned = ({ claim, known }: Both): boolean =>
  (isOfOne(claim) || isOfOne(known)) &&
  [claim, known].every((clause) => clause.tense === 'present' && !isDoneByMany(clause));

/** "Our captain is Ann": there is one. */
const isDefinite = ({ claim, known }: Both): boolean =>
  claim.copula &&
  known.copula &&
  claim.units.some(({ side, definite, owner }) => side === 'subject' && (definite || owner));

const asksForOne = (first: Unit, matching: Matching, of: Both): boolean => {
  const meanings = meaningsShared(matching);
  if (first.side === 'subject' && !of.claim.copula) return isAssigned(of) || hasAny(meanings, singleDoer);
  return isDefinite(of) || hasAny(meanings, singleValued);
};

/** Where somebody is, whatever brought them there. */
const places = /^(?:in|at|to|on|into)$/;

const standAlike = (first: Unit, second: Unit): boolean =>
  first.side === second.side &&
  first.owner === second.owner &&
  (first.preposition === second.preposition || (places.test(first.preposition) && places.test(second.preposition)));

/** Another name where one is asked for; none where nothing excludes that both are. */
export const nameRivals = (missing: readonly Unit[], matching: Matching, of: Both): Unit[] => {
  const [first] = missing;
  const { claim, known } = of;
  if (!first || sharing.test(known.text) || sharing.test(claim.text) || !areOneName(missing, claim)) return [];
  const rivals = matching.extra.filter((unit) => isNaming(unit, known) && standAlike(unit, first));
  return areOneName(rivals, known) && asksForOne(first, matching, of) ? rivals : [];
};
