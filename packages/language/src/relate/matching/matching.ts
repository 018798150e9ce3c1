import { isMoney } from '../amounts/units.js';
import type { Clause, Unit } from '../clauses/unit.js';
import { impliedBy } from '../lexicon/implied.js';
import { meaningsOf } from '../lexicon/lexicon.js';
import { isHarmless } from './harmless.js';
import { headOf, headsOf, isApposed } from './heads.js';
import { isSame } from './same.js';

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
  kind === 'word' && keys.some((key) => organisations.has(key));

export const isGeneric = ({ key, kind }: Unit): boolean => kind === 'word' && generic.has(key);

/** What stands there without being said: who has "my dog" has a dog, what costs €5 has a price. */
const unsaid = ({ units }: Clause): Set<string> => {
  const keys = new Set(units.flatMap(({ keys: all }) => all));
  if (units.some(({ owner, key }) => owner || key === '@we')) keys.add('have');
  for (const { amount, kind, preposition } of units) {
    if (amount && isMoney(amount.dimension)) keys.add('price');
    if (amount?.dimension === 'mass') keys.add('weigh');
    if (amount?.dimension === 'time' && amount.per === null) for (const key of ['long', 'last']) keys.add(key);
    if (amount?.dimension === 'month' && amount.per === null) keys.add('old');
    if (kind === 'day' || kind === 'time') {
      keys.add('takeplace');
      keys.add(/^(?:to|until|till)$/.test(preposition) ? 'end' : 'begin');
    }
  }
  return new Set([...impliedBy(keys), ...[...keys].filter((key) => !units.some((unit) => unit.keys.includes(key)))]);
};

const isFigure = ({ kind }: Unit): boolean => kind === 'day' || kind === 'time' || kind === 'amount';

/** "my sister" is not me: a word stands for itself where it is the head, or its head is told too or says nothing. */
const standsForItself = (unit: Unit, known: Clause, claim: Clause): boolean => {
  const heads = headsOf(known.units, unit.chunk);
  if (
    isFigure(unit) ||
    isApposed(unit, known.units) ||
    heads.some((head) => head === unit || isFigure(head) || isGeneric(head))
  )
    return true;
  if (known.copula && unit.side === 'object' && !unit.definite && isHarmless(unit)) return true;
  const told = new Set(claim.units.flatMap(({ keys }) => keys));
  return heads.some(({ keys }) => [...keys, ...impliedBy(new Set(keys))].some((key) => told.has(key)));
};

const likeness = (claim: Unit, known: Unit, of: { claim: Clause; known: Clause }): number =>
  Number((headOf(of.claim.units, claim.chunk) === claim) === (headOf(of.known.units, known.chunk) === known)) * 8 +
  Number(claim.side === known.side) * 2 +
  Number(claim.preposition === known.preposition) +
  Number(claim.owner === known.owner) * 4;

export function matchingOf(claim: Clause, known: Clause): Matching {
  const of = { claim, known };
  const extra = new Set(known.units);
  const shared: Matching['shared'] = [];
  const left: Unit[] = [];
  for (const unit of claim.units) {
    const [best] = [...extra]
      .filter((other) => isSame(unit, other, of) && standsForItself(other, known, claim))
      .sort((first, second) => likeness(unit, second, of) - likeness(unit, first, of));
    if (best) {
      extra.delete(best);
      shared.push([unit, best]);
    } else left.push(unit);
  }
  const told = unsaid(known);
  const implied = left.filter(
    ({ keys, kind }) => (kind === 'word' || kind === 'name') && keys.some((key) => told.has(key)),
  );
  const isOurs = (unit: Unit) =>
    isOrganisation(unit) && known.units.some(({ key }) => key === '@we') && claim.units.length > 2;
  const isTheOwner = (unit: Unit) =>
    unit.owner &&
    /^@(?:self|we)$/.test(unit.key) &&
    shared.some(
      ([one, other]) =>
        one.chunk === unit.chunk &&
        other.definite &&
        !known.units.some(({ chunk, owner }) => chunk === other.chunk && owner),
    );
  const isOptional = (unit: Unit) =>
    isOurs(unit) ||
    isTheOwner(unit) ||
    unit.key === 'be' ||
    (unit.key === 'have' && known.copula) ||
    (isGeneric(unit) &&
      claim.units.some(
        (other) => other.chunk === unit.chunk && other !== unit && shared.some(([one]) => one === other),
      ));
  const missing = left.filter((unit) => !implied.includes(unit) && !isOptional(unit));
  return { shared, implied, missing, extra: [...extra] };
}
