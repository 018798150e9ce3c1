import { isMoving } from '../clauses/readings.js';
import type { Clause, Unit } from '../clauses/unit.js';
import type { Context } from './context.js';
import { isHarmless, isRestricting } from './harmless.js';
import { headOf, isApposed } from './heads.js';
import { isGeneric, isOrganisation, type Matching } from './matching.js';

const isPerson = ({ kind }: Unit): boolean => kind === 'person';
const isFigure = ({ kind }: Unit): boolean => kind === 'day' || kind === 'time' || kind === 'amount';
const isAnybody = (unit: Unit): boolean => /^@(?:we|you|it|they)$/.test(unit.key) || isOrganisation(unit);

/** The subject, or the first object, of what is known is somebody or something that the claim does not speak of. */
const speaksOfOthers = (matching: Matching, known: Clause, claim: Clause, told: ReadonlySet<string>): boolean => {
  const { shared } = matching;
  const extra = matching.extra.filter(({ keys }) => !keys.some((key) => told.has(key)));
  const first = known.units.find(({ side, preposition }) => side === 'subject' && preposition === '');
  const subject = first && headOf(known.units, first.chunk);
  const agentless = claim.passive && !claim.units.some(({ side }) => side === 'subject');
  if (
    subject &&
    extra.includes(subject) &&
    !isAnybody(subject) &&
    !isFigure(subject) &&
    !isGeneric(subject) &&
    !agentless &&
    !isNameOfShared(subject, extra, known)
  )
    return true;
  // "my rent" is what I pay, whatever for.
  const isNominal = shared.some(([one, other]) => one.leading && one.side === 'subject' && other.side === 'verb');
  if (isNominal) return false;
  const object = known.units.find(
    ({ side, preposition, kind }) =>
      side === 'object' && preposition === '' && kind !== 'day' && kind !== 'time' && kind !== 'amount',
  );
  const head = object && headOf(known.units, object.chunk);
  return (
    head !== undefined &&
    extra.includes(head) &&
    !isFigure(head) &&
    !isGeneric(head) &&
    !isAnybody(head) &&
    !(known.copula && isShared(known.units, head.chunk, extra)) &&
    !isNameOfShared(head, extra, known) &&
    !isCounted(head, matching)
  );
};

/** "ten requests": what is counted may go without saying. */
const isCounted = (head: Unit, { shared }: Matching): boolean =>
  shared.some(([, unit]) => unit.amount !== null && unit.chunk === head.chunk);

const isShared = (units: readonly Unit[], chunk: number, extra: readonly Unit[]): boolean =>
  units.some((unit) => unit.chunk === chunk && !extra.includes(unit));

/** "my sister Ana" is my sister. */
const isNameOfShared = (head: Unit, extra: readonly Unit[], { units }: Clause): boolean =>
  head.kind === 'name' &&
  !head.key.startsWith('#') &&
  units.some(
    (unit) => unit.chunk === head.chunk && (isApposed(unit, units) || unit.kind === 'name') && !extra.includes(unit),
  );

const isEntity = ({ kind, side }: Unit): boolean =>
  side !== 'verb' && (kind === 'word' || kind === 'name' || kind === 'person');

const isDirect = ({ side, preposition }: Unit): boolean => side === 'subject' || /^(?:of)?$/.test(preposition);

/** "The captain is Ann" as "Ann is the captain": both sides name one thing. */
const isEquation = ({ copula, units }: Clause): boolean => {
  const said = units.find(({ side }) => side === 'object');
  const names = said !== undefined && (said.definite || said.kind === 'name' || said.kind === 'person');
  return copula && names && units.every(isDirect);
};

/** Who likes Bob is not whom Bob likes. */
const areSwapped = ({ shared }: Matching, claim: Clause, known: Clause): boolean => {
  if (isEquation(claim) && isEquation(known)) return false;
  const pairs = shared.filter(([one, other]) => isEntity(one) && isEntity(other) && !one.verbal && !other.verbal);
  const turned = (from: Unit['side'], to: Unit['side']) =>
    pairs.some(([one, other]) => one.side === from && other.side === to);
  return turned('subject', 'object') && turned('object', 'subject');
};

/** What a claim is about is what is known of, or what is done there: a shop beside the bank says nothing of the bank. */
const subjectsAgree = ({ shared }: Matching, claim: Clause, known: Clause): boolean => {
  const first = claim.units.find(({ leading, preposition }) => leading && preposition === '');
  const head = first && headOf(claim.units, first.chunk);
  const told = shared.find(([unit]) => unit === head)?.[1];
  if (!head || !told || head.kind === 'person' || isFigure(head)) return true;
  if (told.side === head.side || told.side === 'verb' || (isEquation(claim) && isEquation(known))) return true;
  return (claim.passive || known.passive) && told.leading;
};

const opposed: readonly ReadonlySet<string>[] = [
  new Set(['from', 'to', 'into', 'until', 'till']),
  new Set(['before', 'after', 'since', 'until', 'till', 'by']),
  new Set(['with', 'without', 'against']),
  new Set(['over', 'under', 'above', 'below']),
  new Set(['in', 'out', 'outside', 'off']),
  new Set(['for', 'against']),
];

const alike: ReadonlySet<string> = new Set([
  'until till',
  'till until',
  'to into',
  'into to',
  'to until',
  'until to',
  'to till',
  'till to',
]);

const areOpposed = (first: string, second: string): boolean =>
  first !== second && !alike.has(`${first} ${second}`) && opposed.some((row) => row.has(first) && row.has(second));

/** Who moved from Rome is not in Rome. */
const isLeft = (claim: Unit, known: Unit, clause: Clause): boolean =>
  known.preposition === 'from' && claim.preposition !== 'from' && (!isFigure(known) || clause.units.some(isMoving));

const prepositionsAgree = ({ shared }: Matching, known: Clause): boolean =>
  shared.every(([one, other]) => !areOpposed(one.preposition, other.preposition) && !isLeft(one, other, known));

/** "our cat, the neighbour's dog" is not "our dog, the neighbour's cat". */
const modifiersAgree = ({ shared }: Matching, known: Clause): boolean =>
  shared.every(([one, other]) => {
    const head = headOf(known.units, other.chunk);
    if (!head || head === other || isFigure(head)) return true;
    const claimed = shared.find(([, each]) => each === head)?.[0];
    return (
      !claimed ||
      claimed.root === one.root ||
      claimed.side === 'verb' ||
      one.side === 'verb' ||
      claimed.side !== one.side
    );
  });

/** "Tuesday for beginners, Thursday for others" is not the other way round. */
const ordersAgree = ({ shared }: Matching): boolean =>
  (['day', 'time', 'amount', 'name'] as const).every((kind) => {
    const places = shared
      .filter(([one, other]) => one.kind === kind && other.kind === kind && one.side === other.side)
      .sort(([one], [other]) => one.at - other.at);
    return places.every(([, other], place) => {
      const last = places[place - 1]?.[1];
      return !last || last.side !== other.side || last.chunk === other.chunk || other.at > last.at;
    });
  });

const isEnd = ({ preposition }: Unit): boolean => /^(?:to|until|till)$/.test(preposition);
const ending = (units: readonly Unit[]): boolean =>
  units.some(({ keys }) => keys.includes('end') || keys.includes('closed'));

/** What lasts from six to nine ends at nine and begins at six. */
const endsAgree = ({ shared, implied }: Matching, claim: Clause): boolean =>
  shared.every(([one, other]) => {
    if (one.kind !== 'time' && one.kind !== 'day') return true;
    if (isEnd(other)) return isEnd(one) || ending(claim.units);
    return !ending(implied);
  });

/** Somebody's own is not another's: "Ann's" and "Ann". */
const ownersAgree = ({ shared, implied }: Matching): boolean =>
  shared.every(([one, other]) => {
    if (one.kind !== 'person' && one.kind !== 'name') return true;
    const isOf = (first: Unit, second: Unit) => first.owner && second.preposition === 'of';
    if (one.owner === other.owner || isOf(one, other) || isOf(other, one)) return true;
    // "my wife" and "I am married": what somebody is to me is what is said of me.
    if (
      other.owner &&
      shared.some(
        ([claimed, each]) =>
          each.chunk === other.chunk && each !== other && claimed.side !== 'subject' && claimed.chunk !== one.chunk,
      )
    )
      return true;
    if (
      one.owner &&
      other.side === 'subject' &&
      shared.some(([claimed, each]) => claimed.chunk === one.chunk && each.side === 'verb')
    )
      return true;
    return other.owner && implied.some(({ keys }) => keys.includes('have') || keys.includes('drive'));
  });

/** Its verb says something else or more. */
const verbIsShared = ({ extra }: Matching, told: ReadonlySet<string>): boolean =>
  extra.every(
    (unit) => !(unit.side === 'verb' || unit.verbal) || unit.key === 'be' || unit.keys.some((key) => told.has(key)),
  );

const modifiesShared = (unit: Unit, { shared }: Matching): boolean =>
  shared.some(([, other]) => other.chunk === unit.chunk);

const places = /^(?:in|on|at|near|behind|under|above|by|beside|next)$/;

/** "the copy machine on the ground floor" where there is but one. */
const isPlaceOfSubject = ({ preposition, side }: Unit, { units }: Clause, context: Context): boolean => {
  const first = units.find((unit) => unit.side === side);
  const head = first && headOf(units, first.chunk);
  return places.test(preposition) && head !== undefined && context.isOnly(head);
};

const isHeadOfSubject = (unit: Unit, { units }: Clause): boolean =>
  unit.side === 'subject' && headOf(units, unit.chunk) === unit;

/** What stands apart from what is shared tells more; before the verb it may tell which one is meant. */
const isHarmlessApart = (unit: Unit, known: Clause, context: Context): boolean =>
  unit.side !== 'subject' || isOrganisation(unit) || isPlaceOfSubject(unit, known, context);

/** "a hybrid car" is a car; "the farm shop" is the shop where there is but one. */
const isHarmlessModifier = (unit: Unit, { extra }: Matching, known: Clause, context: Context): boolean => {
  const chunk = known.units.filter((each) => each.chunk === unit.chunk);
  const isIndefinite = unit.side === 'object' && chunk.every(({ definite }) => !definite);
  if (isIndefinite || isHarmless(unit)) return true;
  if (isApposed(unit, known.units) || isNameOfShared(unit, extra, known)) return true;
  const head = headOf(known.units, unit.chunk);
  return head !== undefined && head !== unit && context.isOnly(head);
};

/** Whether what is known says nothing with it that changes what it shares with a claim. */
const isHarmlessExtra = (unit: Unit, matching: Matching, known: Clause, context: Context): boolean => {
  if (unit.denied || (!isFigure(unit) && unit.side !== 'verb' && isRestricting(unit))) return false;
  if (isPerson(unit) || isGeneric(unit) || unit.side === 'verb' || unit.verbal) return true;
  const modifies = modifiesShared(unit, matching);
  if (isFigure(unit)) return unit.side !== 'subject' || !modifies;
  if (isOrganisation(unit) && isHeadOfSubject(unit, known)) return true;
  return modifies ? isHarmlessModifier(unit, matching, known, context) : isHarmlessApart(unit, known, context);
};

type Rule = (matching: Matching, claim: Clause, known: Clause, told: ReadonlySet<string>) => boolean;

/** All of these hold where both speak of the same. */
export const rules: Readonly<Record<string, Rule>> = {
  'something is shared': ({ shared }) => shared.length > 0,
  'nobody else is spoken of': (matching, claim, known, told) => !speaksOfOthers(matching, known, claim, told),
  'nothing changes sides': (matching, claim, known) => !areSwapped(matching, claim, known),
  'subjects agree': (matching, claim, known) => subjectsAgree(matching, claim, known),
  'what belongs together does': (matching, _claim, known) => modifiersAgree(matching, known),
  'the order is the same': (matching) => ordersAgree(matching),
  'prepositions agree': (matching, _claim, known) => prepositionsAgree(matching, known),
  'ends agree': (matching, claim) => endsAgree(matching, claim),
  'owners agree': (matching) => ownersAgree(matching),
  'the verb is shared': (matching, _claim, _known, told) => verbIsShared(matching, told),
};

/** Whether what two clauses share stands in both in the same roles, so that what is known speaks of what the claim speaks of. */
export const agrees: Rule = (...given) => Object.values(rules).every((rule) => rule(...given));

export const extrasAreHarmless = (matching: Matching, known: Clause, context: Context): boolean =>
  matching.extra.every((unit) => isHarmlessExtra(unit, matching, known, context));
