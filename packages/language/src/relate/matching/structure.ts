import type { Clause, Unit } from '../clauses/clause.js';
import { stemOf } from '../lexicon/lexicon.js';
import { isGeneric, type Matching } from './matching.js';

const stems = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/).map(stemOf));

/** They say more or less than what they stand beside, or take it back. */
const restricting = stems(`
  only except unless without instead rather almost nearly hardly barely half former ex fake false alleged toy model future potential possible
  imaginary mock planned proposed virtual wrong most some few many several sometimes rarely seldom if but until once whole
  deputy assistant vice acting interim temporary provisional second third next last previous old other another different
  test demo draft trial staging canary beta alpha sandbox preview internal external public private enterprise free premium basic`);

/** What one may leave out of a name for a thing without meaning another. */
const harmless = stems(`
  new main little big small nice lovely dear beloved own current young tall great good beautiful whole entire actual regular usual
  weekly daily annual yearly monthly red blue green white black brown grey favourite favorite local central big large tiny huge modern
  electric digital wooden electronic personal`);

const isRestricting = ({ key, word }: Unit): boolean => restricting.has(key) || word.split(' ').some((each) => restricting.has(stemOf(each)));

const headOf = (units: readonly Unit[], chunk: number): Unit | undefined => units.filter((unit) => unit.chunk === chunk).at(-1);

const isPerson = ({ kind }: Unit): boolean => kind === 'person';
const isFigure = ({ kind }: Unit): boolean => kind === 'day' || kind === 'time' || kind === 'amount';
const isAnybody = ({ key }: Unit): boolean => key === '@we' || key === '@you' || key === '@it' || key === '@they';

/** "my sister" is not me: what is shared stands for itself where it is the head, or where the head is shared or says nothing. */
const headsAgree = ({ shared, extra }: Matching, known: Clause): boolean =>
  shared.every(([, unit]) => {
    const head = headOf(known.units, unit.chunk);
    return !head || head === unit || !extra.includes(head) || isGeneric(head) || isFigure(head) || isFigure(unit);
  });

/** The subject, or the first object, of what is known is somebody or something that the claim does not speak of. */
const speaksOfOthers = ({ extra }: Matching, known: Clause, claim: Clause): boolean => {
  const first = known.units.find(({ side, preposition }) => side === 'subject' && preposition === '');
  const subject = first && headOf(known.units, first.chunk);
  const agentless = claim.passive && !claim.units.some(({ side }) => side === 'subject');
  if (subject && extra.includes(subject) && !isAnybody(subject) && !isFigure(subject) && !isGeneric(subject) && !agentless) return true;
  const object = known.units.find(({ side, preposition, kind }) => side === 'object' && preposition === '' && kind !== 'day' && kind !== 'time' && kind !== 'amount');
  const head = object && headOf(known.units, object.chunk);
  return head !== undefined && extra.includes(head) && !isFigure(head) && !isGeneric(head) && !isAnybody(head);
};

const isEntity = ({ kind, side }: Unit): boolean => side !== 'verb' && (kind === 'word' || kind === 'name' || kind === 'person');

/** Who likes Bob is not whom Bob likes. */
const areSwapped = ({ shared }: Matching, claim: Clause, known: Clause): boolean => {
  if (claim.copula && known.copula) return false;
  const pairs = shared.filter(([one, other]) => isEntity(one) && isEntity(other) && !one.verbal && !other.verbal);
  const turned = (from: Unit['side'], to: Unit['side']) => pairs.some(([one, other]) => one.side === from && other.side === to);
  return turned('subject', 'object') && turned('object', 'subject');
};

const opposed: readonly ReadonlySet<string>[] = [
  new Set(['from', 'to', 'into', 'until', 'till']),
  new Set(['before', 'after', 'since', 'until', 'till', 'by']),
  new Set(['with', 'without', 'against']),
  new Set(['over', 'under', 'above', 'below']),
  new Set(['in', 'out', 'outside', 'off']),
  new Set(['for', 'against']),
];

const alike: ReadonlySet<string> = new Set(['until till', 'till until', 'to into', 'into to', 'to until', 'until to', 'to till', 'till to']);

const areOpposed = (first: string, second: string): boolean =>
  first !== second && !alike.has(`${first} ${second}`) && opposed.some((row) => row.has(first) && row.has(second));

const prepositionsAgree = ({ shared }: Matching): boolean => shared.every(([one, other]) => !areOpposed(one.preposition, other.preposition));

/** "our cat, the neighbour's dog" is not "our dog, the neighbour's cat". */
const modifiersAgree = ({ shared }: Matching, known: Clause): boolean =>
  shared.every(([one, other]) => {
    const head = headOf(known.units, other.chunk);
    if (!head || head === other || isFigure(head)) return true;
    const claimed = shared.find(([, each]) => each === head)?.[0];
    return !claimed || claimed.chunk === one.chunk || claimed.side === 'verb' || one.side === 'verb' || claimed.side !== one.side;
  });

/** "Tuesday for beginners, Thursday for others" is not the other way round. */
const ordersAgree = ({ shared }: Matching): boolean =>
  (['day', 'time', 'amount', 'name'] as const).every((kind) => {
    const places = shared.filter(([one, other]) => one.kind === kind && other.kind === kind && one.side === other.side).sort(([one], [other]) => one.at - other.at);
    return places.every(([, other], place) => place === 0 || other.at > (places[place - 1]?.[1].at ?? 0));
  });

/** Somebody's own is not another's: "Ann's" and "Ann". */
const ownersAgree = ({ shared, implied }: Matching): boolean =>
  shared.every(([one, other]) => {
    if (one.owner === other.owner || (one.kind !== 'person' && one.kind !== 'name')) return true;
    return other.owner && implied.some(({ keys }) => keys.includes('have') || keys.includes('drive'));
  });

/** Its verb says something else or more. */
const verbIsShared = ({ extra }: Matching, told: ReadonlySet<string>): boolean =>
  extra.every((unit) => !(unit.side === 'verb' || unit.verbal) || unit.key === 'be' || told.has(unit.key));

const modifiesShared = (unit: Unit, { shared }: Matching): boolean => shared.some(([, other]) => other.chunk === unit.chunk);

/** What is known says of a thing which one it is, and the claim does not. */
const isHarmlessExtra = (unit: Unit, matching: Matching, known: Clause): boolean => {
  if (isRestricting(unit) || unit.denied) return false;
  if (isPerson(unit) || isGeneric(unit)) return true;
  if (isFigure(unit)) return unit.side !== 'subject' || !modifiesShared(unit, matching);
  if (unit.side === 'verb' || unit.verbal) return true;
  const modifies = modifiesShared(unit, matching);
  if (!modifies) return unit.side === 'object';
  const chunk = known.units.filter((each) => each.chunk === unit.chunk);
  const isIndefinite = chunk.every(({ definite }) => !definite) && unit.side === 'object';
  return harmless.has(unit.key) || isIndefinite;
};

/** Whether what two clauses share stands in both in the same roles, so that what is known speaks of what the claim speaks of. */
export function agrees(matching: Matching, claim: Clause, known: Clause, told: ReadonlySet<string>): boolean {
  return (
    matching.shared.length > 0 &&
    headsAgree(matching, known) &&
    !speaksOfOthers(matching, known, claim) &&
    !areSwapped(matching, claim, known) &&
    modifiersAgree(matching, known) &&
    ordersAgree(matching) &&
    prepositionsAgree(matching) &&
    ownersAgree(matching) &&
    verbIsShared(matching, told)
  );
}

export const extrasAreHarmless = (matching: Matching, known: Clause): boolean =>
  matching.extra.every((unit) => isHarmlessExtra(unit, matching, known));
