import type { Relation } from '@hippocamp/shared/language/stance';
import { isMoney } from '../amounts/units.js';
import type { Clause, Unit } from '../clauses/unit.js';
import { sayersOf } from '../lexicon/implied.js';
import { meaningsOf } from '../lexicon/lexicon.js';
import { type Rivalry, rivalsOf } from '../rivals/rivals.js';
import type { Context } from './context.js';
import { type Matching, matchingOf } from './matching.js';
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
  'move switch replace cancel postpone broken done closed sell buy adopt inherit takeover hire join assigned approve reject ship acquire chang'.split(
    ' ',
  ),
);

const isFigure = ({ kind }: Unit): boolean => kind === 'day' || kind === 'time' || kind === 'amount';

const isTimed = ({ units }: Clause): boolean => units.some(({ kind }) => kind === 'day' || kind === 'time');

const timesAgree = (claim: Clause, known: Clause): boolean => {
  if (claim.tense === known.tense) return true;
  // What will be at a time is planned for it.
  if (known.tense === 'future')
    return isTimed(claim) && isTimed(known) && claim.tense !== 'past' && claim.tense !== 'perfect';
  if (claim.tense === 'future') return known.tense === 'present' || known.tense === 'none';
  if ([claim.tense, known.tense].some((tense) => tense === 'perfect' || tense === 'none')) return true;
  return known.tense === 'past' && known.units.some(({ keys }) => keys.some((key) => lasting.has(key)));
};

/** They say that a figure is another than before. */
const changing: readonly string[] =
  'change move raise lower increase reduce cut extend bump drop go rise grow shrink set double halve'
    .split(' ')
    .flatMap(meaningsOf);

/** "works as a nurse" is a nurse. */
const serving: readonly string[] = 'work serve act employ'.split(' ').flatMap(meaningsOf);

/** Words of what is known that say by themselves what the claim says in other words. */
const toldBy = ({ implied, shared }: Matching, known: Clause, claim: Clause): ReadonlySet<string> => {
  const wanted = new Set(implied.flatMap(({ keys }) => keys));
  const told = sayersOf(new Set(known.units.flatMap(({ keys }) => keys)), wanted);
  const figures = claim.units.filter(isFigure);
  const isTimed = figures.some(({ kind }) => kind === 'day' || kind === 'time');
  const isPriced = figures.some(({ amount }) => amount !== null && isMoney(amount.dimension));
  const lasts = figures.some(({ amount }) => amount?.dimension === 'time' && amount.per === null);
  const weighs = figures.some(({ amount }) => amount?.dimension === 'mass');
  return new Set([
    ...told,
    'have',
    ...(claim.copula && shared.some(([, unit]) => unit.preposition === 'as') ? serving : []),
    ...(isTimed ? ['takeplace', 'begin', 'move', 'postpone', 'chang', 'serv', 'run'] : []),
    ...(figures.length > 0 ? changing : []),
    ...(isPriced ? ['price', 'expensive'] : []),
    ...(weighs ? ['weigh'] : []),
    ...(lasts ? ['last', 'accept', 'run', 'need'] : []),
    ...(claim.copula ? ['called', 'runson'] : []),
    ...(/^there /i.test(claim.text) ? ['contain', 'offer', 'have', 'hold', 'keep'].flatMap(meaningsOf) : []),
  ]);
};

/** "600 for members": for others it may be more. */
const isScoped = ({ extra }: Matching, rivalry: Rivalry): boolean =>
  rivalry.kind === 'amount' &&
  extra.some(
    ({ side, preposition, kind }) =>
      side === 'object' && /^(?:for|on|in|with|per|during|at)$/.test(preposition) && kind !== 'person',
  );

const universal = /^(?:all|both|many|several)$/;

/** What is so of all is so of some, and what is known of some may not be so of all. */
const decideAlike = ({ deciding: claimed }: Clause, { deciding: known, text }: Clause): boolean =>
  claimed.every((word) => known.includes(word) || (word === 'all' && /\bper\b/i.test(text))) &&
  known.every((word) => claimed.includes(word) || universal.test(word));

/** What a clause that is known says of a claim. */
export function relateClauses(claim: Clause, known: Clause, context: Context): Relation {
  if (claim.mood !== known.mood || claim.denials > 1 || known.denials > 1 || !decideAlike(claim, known)) return neutral;
  const matching = matchingOf(claim, known);
  const rivalry = matching.missing.length > 0 ? rivalsOf(matching, { claim, known }) : null;
  if (matching.missing.length > 0 && !rivalry) return neutral;
  const rest: Matching = { ...matching, extra: matching.extra.filter((unit) => !rivalry?.rivals.includes(unit)) };
  if (!agrees(rest, claim, known, toldBy(matching, known, claim)) || !extrasAreHarmless(rest, known, context))
    return neutral;
  if (claim.mood !== 'stated' && (rivalry || rest.extra.length > 0)) return neutral;
  const relation = rivalry ? byRival(rest, claim, known, rivalry) : bySame(rest, claim, known);
  return relation.stance !== 'neutral' && !timesAgree(claim, known) ? ofAnotherTime : relation;
}

const bySame = (matching: Matching, claim: Clause, known: Clause): Relation => {
  const more = matching.extra.some((unit) => unit.kind !== 'person');
  // "not before six" does not say that it is not.
  if (known.denied && more && !known.ended) return neutral;
  if (claim.denied === known.denied) return supports(more ? MORE_KNOWN : SAME);
  return refutes(DENIED, 'negation');
};

const byRival = (matching: Matching, claim: Clause, known: Clause, rivalry: Rivalry): Relation => {
  const { complementary } = rivalry;
  if (known.denied && !complementary) return neutral;
  if (isScoped(matching, rivalry)) return neutral;
  if (claim.denied !== known.denied) return complementary ? supports(MORE_KNOWN) : neutral;
  return claim.denied ? neutral : refutes(OTHER_VALUE, 'value_mismatch');
};
