import type { Clause, Unit } from '../clauses/unit.js';
import { impliedBy } from '../lexicon/implied.js';
import { meaningsOf } from '../lexicon/lexicon.js';
import type { Both } from './both.js';
import { isHarmless } from './harmless.js';
import { headOf, headsOf, isApposed } from './heads.js';
import { isSame } from './same.js';
import { unsaidIn } from './unsaid.js';

/** What two clauses share, and what each says besides. */
export interface Matching {
  shared: [Unit, Unit][];
  /** Of the claim: what is implied by what is known, and by which words nobody needs to ask. */
  implied: Unit[];
  missing: Unit[];
  /** Of what is known. */
  extra: Unit[];
}

/** Heads that a name may go without: "the billing service" is billing. */
const generic: ReadonlySet<string> = new Set(
  'size valu number amount level place servic system app applic project tool platform group compani event thing person peopl team meet function modul compon depart session class club cours work rate'.split(
    ' ',
  ),
);

/** What "we" may be. */
const organisations: ReadonlySet<string> = new Set(
  'team squad choir club company firm shop store school farm gym office department festival band orchestra lab ward clinic hospital bakery restaurant cafe family household organisation group association depot hotel library museum theatre cinema pub bar workshop factory site society parish church bookshop garage studio agency firm farm'
    .split(' ')
    .flatMap(meaningsOf),
);

export const isOrganisation = ({ keys, kind }: Unit): boolean =>
  (kind === 'word' || kind === 'name') && keys.some((key) => organisations.has(key));

export const isGeneric = ({ key, kind }: Unit): boolean => kind === 'word' && generic.has(key);

const isFigure = ({ kind }: Unit): boolean => kind === 'day' || kind === 'time' || kind === 'amount';

/** "my sister" is not me: a word stands for itself where it is the head, or its head is told too or says nothing. */
const standsForItself = (unit: Unit, known: Clause, claim: Clause): boolean => {
  const heads = headsOf(known.units, unit.chunk);
  if (isFigure(unit) || isApposed(unit, known.units)) return true;
  if (heads.some((head) => head === unit || isFigure(head) || isGeneric(head))) return true;
  if (known.copula && unit.side === 'object' && !unit.definite && isHarmless(unit)) return true;
  const told = new Set(claim.units.flatMap(({ keys }) => keys));
  return heads.some(({ keys }) => [...keys, ...impliedBy(new Set(keys))].some((key) => told.has(key)));
};

const likeness = (claim: Unit, known: Unit, of: Both): number =>
  Number((headOf(of.claim.units, claim.chunk) === claim) === (headOf(of.known.units, known.chunk) === known)) * 8 +
  Number(claim.side === known.side) * 2 +
  Number(claim.preposition === known.preposition) +
  Number(claim.owner === known.owner) * 4;

type Found = Pick<Matching, 'shared' | 'missing' | 'extra'>;

/** Each unit of a claim beside the likest that says the same; none stands beside two. */
const sharedBy = (of: Both): Found => {
  const { claim, known } = of;
  const extra = new Set(known.units);
  const shared: Matching['shared'] = [];
  const missing: Unit[] = [];
  for (const unit of claim.units) {
    const [best] = [...extra]
      .filter((other) => isSame(unit, other, of) && standsForItself(other, known, claim))
      .sort((first, second) => likeness(unit, second, of) - likeness(unit, first, of));
    if (best) shared.push([unit, best]);
    else missing.push(unit);
    if (best) extra.delete(best);
  }
  return withOwners({ shared, missing, extra: [...extra] }, of);
};

/** "Yusuf's niece" beside "Yusuf's daughter": whose they are is shared where neither is told. */
const withOwners = (found: Found, of: Both): Found =>
  found.missing.reduce((rest: Found, unit) => {
    const head = headOf(of.claim.units, unit.chunk);
    const isOwner = (other: Unit) => {
      const known = headOf(of.known.units, other.chunk);
      return other.owner && isSame(unit, other, of) && known !== undefined && rest.extra.includes(known);
    };
    const other = unit.owner && head && rest.missing.includes(head) ? rest.extra.find(isOwner) : undefined;
    if (!other) return rest;
    return {
      shared: [...rest.shared, [unit, other]],
      missing: rest.missing.filter((each) => each !== unit),
      extra: rest.extra.filter((each) => each !== other),
    };
  }, found);

type Shared = Matching['shared'];

/** "Our conductor" is the choir's. */
const isOurs = (unit: Unit, { claim, known }: Both): boolean =>
  isOrganisation(unit) && claim.units.length > 2 && known.units.some(({ key }) => key === '@we');

/** "the rooms" of a hotel that one speaks of as one's own are one's own. */
const isTheOwner = (unit: Unit, { known }: Both, shared: Shared): boolean => {
  const isOwned = (other: Unit) => known.units.some(({ chunk, owner }) => chunk === other.chunk && owner);
  const isOfUser = unit.owner && (unit.key === '@self' || unit.key === '@we');
  return isOfUser && shared.some(([one, other]) => one.chunk === unit.chunk && other.definite && !isOwned(other));
};

const hasSharedBeside = (unit: Unit, shared: Shared): boolean =>
  shared.some(([one]) => one.chunk === unit.chunk && one !== unit);

/** Nobody needs to ask for it. */
const isOptional = (unit: Unit, of: Both, shared: Shared): boolean =>
  isOurs(unit, of) ||
  isTheOwner(unit, of, shared) ||
  unit.key === 'be' ||
  (/^(?:get|gets|got)$/.test(unit.key) && of.claim.units.some((other) => other !== unit && other.verbal)) ||
  (unit.key === 'have' && of.known.copula) ||
  (isGeneric(unit) && hasSharedBeside(unit, shared));

export function matchingOf(claim: Clause, known: Clause): Matching {
  const of = { claim, known };
  const { shared, missing, extra } = sharedBy(of);
  const told = unsaidIn(known);
  const isTold = ({ keys, kind }: Unit) => (kind === 'word' || kind === 'name') && keys.some((key) => told.has(key));
  const left = missing.filter((unit) => !isTold(unit));
  return {
    shared,
    implied: missing.filter(isTold),
    missing: left.filter((unit) => !isOptional(unit, of, shared)),
    extra,
  };
}
