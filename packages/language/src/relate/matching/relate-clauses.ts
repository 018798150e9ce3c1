import type { Relation } from '@hippocamp/shared/language/stance';
import type { Clause, Unit } from '../clauses/clause.js';
import { impliedBy } from '../lexicon/implied.js';
import { type Matching, matchingOf } from './matching.js';
import { rivalsOf } from './rivals.js';
import { agrees, extrasAreHarmless } from './structure.js';

const neutral: Relation = { stance: 'neutral', score: 0, reason: null };
const ofAnotherTime: Relation = { stance: 'neutral', score: 0, reason: 'temporal_mismatch' };
const supports = (score: number): Relation => ({ stance: 'supports', score, reason: 'direct_entailment' });
const refutes = (score: number, reason: Relation['reason']): Relation => ({ stance: 'refutes', score, reason });

const SAME = 0.94;
const MORE_KNOWN = 0.89;
const DENIED = 0.9;
const OTHER_VALUE = 0.88;

/** What these came to still holds: who moved lives there. */
const lasting: ReadonlySet<string> = new Set(
  'move switch replace cancel postpone broken done closed sell buy adopt inherit takeover hire join assigned approve reject ship acquire chang'.split(' '),
);

const isFigure = ({ kind }: Unit): boolean => kind === 'day' || kind === 'time' || kind === 'amount';

const timesAgree = (claim: Clause, known: Clause): boolean => {
  if (claim.tense === known.tense || [claim.tense, known.tense].some((tense) => tense === 'perfect' || tense === 'none')) return true;
  return known.tense === 'past' && known.units.some(({ key }) => lasting.has(key));
};

/** Words of what is known that say by themselves what the claim says in other words. */
const toldBy = ({ implied }: Matching, known: Clause, claim: Clause): ReadonlySet<string> => {
  const wanted = new Set(implied.flatMap(({ keys }) => keys));
  const told = known.units.filter(({ key }) => impliedBy(new Set([key])).some((each) => wanted.has(each))).map(({ key }) => key);
  const isTimed = claim.units.some(isFigure);
  return new Set([...told, ...(wanted.has('have') ? ['have'] : []), ...(isTimed ? ['takeplace', 'move', 'postpone', 'chang'] : [])]);
};

const isOfOneKind = ({ extra }: Matching): boolean => extra.every((unit) => unit.kind === 'person' || isFigure(unit));

/** What a clause that is known says of a claim. */
export function relateClauses(claim: Clause, known: Clause): Relation {
  if (claim.mood !== known.mood) return neutral;
  const matching = matchingOf(claim, known);
  const rivalry = matching.missing.length > 0 ? rivalsOf(matching, { claim, known }) : null;
  if (matching.missing.length > 0 && !rivalry) return neutral;
  const rest: Matching = { ...matching, extra: matching.extra.filter((unit) => !rivalry?.rivals.includes(unit)) };
  if (!agrees(rest, claim, known, toldBy(matching, known, claim)) || !extrasAreHarmless(rest, known)) return neutral;
  if (claim.mood !== 'stated' && (rivalry || rest.extra.length > 0)) return neutral;
  const relation = rivalry ? byRival(rest, claim, known, rivalry.complementary) : bySame(rest, claim, known);
  return relation.stance !== 'neutral' && !timesAgree(claim, known) ? ofAnotherTime : relation;
}

const bySame = (matching: Matching, claim: Clause, known: Clause): Relation => {
  const more = matching.extra.some((unit) => unit.kind !== 'person');
  // "not before six" does not say that it is not.
  if (known.denied && more) return neutral;
  if (claim.denied === known.denied) return supports(more ? MORE_KNOWN : SAME);
  return refutes(DENIED, 'negation');
};

const byRival = (matching: Matching, claim: Clause, known: Clause, complementary: boolean): Relation => {
  if (known.denied && !complementary) return neutral;
  if (!isOfOneKind(matching)) return neutral;
  if (claim.denied !== known.denied) return complementary ? supports(MORE_KNOWN) : neutral;
  return claim.denied ? neutral : refutes(OTHER_VALUE, 'value_mismatch');
};
