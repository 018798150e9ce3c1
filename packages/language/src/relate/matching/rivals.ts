import { meets } from '../amounts/bounds.js';
import type { Clause, Unit } from '../clauses/unit.js';
import { areOfOneKind, sharing, singleDoer, singleValued } from '../lexicon/exclusive.js';
import { meaningsOf } from '../lexicon/lexicon.js';
import { meaningsOppose } from '../opposites.js';
import { daysExclude, timesExclude } from './days.js';
import { headOf } from './heads.js';
import { isOrganisation, type Matching } from './matching.js';
import { countedBy, isComparable } from './same.js';

/** What stands in the place of what a claim says, where both cannot be so. */
export interface Rivalry {
  rivals: Unit[];
  kind: 'amount' | 'date' | 'name' | 'word';
  /** What one denies the other says. */
  complementary: boolean;
}

const only = (units: readonly Unit[]): Unit | null => (units.length === 1 ? (units[0] ?? null) : null);

const amountRival = (unit: Unit, { extra }: Matching, of: { claim: Clause; known: Clause }): Unit | null => {
  const rival = only(extra.filter((other) => isComparable(unit, other)));
  if (!rival?.amount || !unit.amount) return null;
  if (unit.leading || rival.leading || comesAgain(of.known)) return null;
  if (rival.amount.bound !== null && rival.amount.bound !== 'most') return null;
  if (meets(unit.amount, rival.amount) !== false) return null;
  const [counted, counts] = [countedBy(unit, of.claim), countedBy(rival, of.known)];
  return counted === counts || ((counted === '' || counts === '') && unit.amount.per !== null) ? rival : null;
};

/** What happens but once to one thing: other days are other times of all else. */
const once: ReadonlySet<string> = new Set(
  'birthday born found build open launch ship move join married die retire graduate takeplace begin end arrive leave'
    .split(' ')
    .flatMap(meaningsOf),
);

const comesAgain = ({ tense, copula, units }: Clause): boolean =>
  (tense === 'past' || tense === 'perfect') && !copula && !units.some(({ keys }) => keys.some((key) => once.has(key)));

const dateRival = (unit: Unit, { extra, shared, implied }: Matching, known: Clause): Unit | null => {
  const ends = [...shared.map(([claimed]) => claimed), ...implied].some(
    ({ keys }) => keys.includes('end') || keys.includes('closed'),
  );
  if (comesAgain(known)) return null;
  const isEnd = (other: Unit) => /^(?:to|until|till)$/.test(other.preposition);
  const rivals = extra.filter(({ kind }) => kind === unit.kind);
  const rival = only(rivals.length > 1 ? rivals.filter((other) => isEnd(other) === (isEnd(unit) || ends)) : rivals);
  if (!rival || unit.leading || rival.leading) return null;
  if (
    unit.preposition !== rival.preposition &&
    [unit, rival].some(({ preposition }) => /^(?:since|before|after|by)$/.test(preposition))
  )
    return null;
  if (unit.kind === 'time' && isEnd(rival) !== (isEnd(unit) || ends)) return null;
  return (unit.kind === 'time' ? timesExclude(unit.key, rival.key) : daysExclude(unit.key, rival.key)) ? rival : null;
};

const verbsOf = ({ shared, implied }: Matching): string[] =>
  [...shared.map(([unit]) => unit), ...implied].flatMap(({ keys }) => keys);

const isNameChunk = (units: readonly Unit[], of: Clause): boolean =>
  units.length > 0 && units.every((unit) => isNaming(unit, of) && unit.chunk === units[0]?.chunk);

/** "Jonas", and of "the data team" what tells which one. */
const isNaming = (unit: Unit, { units }: Clause): boolean => {
  if (unit.kind === 'name') return true;
  const head = headOf(units, unit.chunk);
  return unit.kind === 'word' && head !== undefined && head !== unit && isOrganisation(head);
};

/** Many may do these to one thing. */
const byMany: ReadonlySet<string> = new Set(
  'use like love attend visit see read know watch support help share recommend hear want need buy drink eat wear follow join enjoy prefer sell'.split(' ').flatMap(meaningsOf),
);

/** "The route is driven by Benno": who does something definite is asked for. */
const isAssigned = (claim: Clause, known: Clause): boolean =>
  [claim, known].some(({ passive, units }) => passive && units.some(({ leading, definite, side }) => leading && side === 'object' && definite)) &&
  [claim, known].every(({ tense, units }) => tense === 'present' && !units.some(({ keys }) => keys.some((key) => byMany.has(key))));

/** Where somebody is, whatever brought them there. */
const places = /^(?:in|at|to|on|into)$/;
const standAlike = (first: Unit, second: Unit): boolean =>
  first.preposition === second.preposition || (places.test(first.preposition) && places.test(second.preposition));

const nameRivals = (
  missing: readonly Unit[],
  matching: Matching,
  { claim, known }: { claim: Clause; known: Clause },
): Unit[] => {
  const [first] = missing;
  if (!first || !isNameChunk(missing, claim) || sharing.test(known.text) || sharing.test(claim.text)) return [];
  const rivals = matching.extra.filter(
    (unit) =>
      isNaming(unit, known) && unit.side === first.side && unit.owner === first.owner && standAlike(unit, first),
  );
  if (!isNameChunk(rivals, known)) return [];
  const isWholeChunk = (units: readonly Unit[], of: Clause) =>
    of.units
      .filter(({ chunk }) => chunk === units[0]?.chunk)
      .every((unit) => units.includes(unit) || isOrganisation(unit));
  if (!isWholeChunk(missing, claim) || !isWholeChunk(rivals, known)) return [];
  const verbs = verbsOf(matching);
  if (first.side === 'subject' && !claim.copula && isAssigned(claim, known)) return rivals;
  if (first.side === 'subject' && !claim.copula) return verbs.some((verb) => singleDoer.has(verb)) ? rivals : [];
  const isDefinite =
    claim.copula &&
    known.copula &&
    claim.units.some(({ side, definite, owner }) => side === 'subject' && (definite || owner));
  return isDefinite || verbs.some((verb) => singleValued.has(verb)) ? rivals : [];
};

/** Of these one thing has one number at a time. */
const numbered: ReadonlySet<string> = new Set(
  'version room floor storey division league grade gate platform port seat level terminal track bay'
    .split(' ')
    .flatMap(meaningsOf),
);

const labelRival = (
  unit: Unit,
  matching: Matching,
  { claim, known }: { claim: Clause; known: Clause },
): Unit | null => {
  const { extra } = matching;
  const rival = only(extra.filter(({ kind, key }) => kind === 'name' && key.startsWith('#')));
  if (!rival || !unit.key.startsWith('#') || unit.leading || rival.leading) return null;
  const nounOf = (label: Unit, of: Clause) =>
    of.units.filter(({ chunk, at }) => chunk === label.chunk && at < label.at).at(-1)?.key;
  const noun = nounOf(unit, claim);
  const other = nounOf(rival, known);
  if (
    /\..*\./.test(unit.key) &&
    /\..*\./.test(rival.key) &&
    (claim.copula || known.copula || [noun, other].includes('version'))
  )
    return rival;
  const isProduct =
    verbsOf(matching).some((verb) => singleValued.has(verb)) &&
    claim.units.some(({ kind, key }) => kind === 'name' && key === noun);
  return noun !== undefined && noun === other && (numbered.has(noun) || isProduct) ? rival : null;
};

/** What a thing is, not which one it is: "the knee is left" and not "the left knee". */
const isSaid = (unit: Unit, { units, copula }: Clause): boolean =>
  !unit.leading &&
  (headOf(units, unit.chunk) === unit ||
    unit.verbal ||
    unit.side === 'verb' ||
    (copula && !unit.definite && unit.preposition === ''));

const choosing: ReadonlySet<string> = new Set('prefer commute favourite go travel'.split(' ').flatMap(meaningsOf));

const frequencies: ReadonlySet<string> = new Set([
  'daily',
  'weekly',
  'monthly',
  'fortnightly',
  'quarterly',
  'everyyear',
  'yearly',
  'twiceweekly',
  'twicedaily',
]);

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth ground'
  .split(' ')
  .flatMap(meaningsOf);

/** "on the second floor", "on the third floor". */
const isNumbered = (unit: Unit, { units }: Clause): boolean => {
  const head = headOf(units, unit.chunk);
  return (
    ordinals.includes(unit.key) &&
    !unit.leading &&
    head !== undefined &&
    head !== unit &&
    head.keys.some((key) => numbered.has(key))
  );
};

const wordRival = (
  unit: Unit,
  matching: Matching,
  of: { claim: Clause; known: Clause },
): { rival: Unit; complementary: boolean } | null => {
  const { extra } = matching;

  const isChoice = verbsOf(matching).some((verb) => choosing.has(verb));
  if (
    !isChoice &&
    !isSaid(unit, of.claim) &&
    !isNumbered(unit, of.claim) &&
    !unit.keys.some((key) => frequencies.has(key))
  )
    return null;
  const asksForOne =
    (of.claim.copula && of.known.copula) || isChoice || verbsOf(matching).some((verb) => singleValued.has(verb));
  const other = only(extra.filter((rival) => isNumbered(rival, of.known)));
  if (other && isNumbered(unit, of.claim)) return { rival: other, complementary: false };
  const every = only(extra.filter(({ keys }) => keys.some((key) => frequencies.has(key))));
  if (every && unit.keys.some((key) => frequencies.has(key))) return { rival: every, complementary: false };
  for (const rival of extra) {
    if (!isChoice && !isSaid(rival, of.known)) continue;
    const opposition = meaningsOppose(unit.keys, rival.keys, of.claim.copula && of.known.copula);
    const alike = unit.side === rival.side && unit.preposition === rival.preposition;
    if (opposition) return { rival, complementary: opposition === 'complementary' };
    if (
      (alike || isChoice) &&
      asksForOne &&
      unit.keys.some((one) => rival.keys.some((other) => areOfOneKind(one, other)))
    )
      return { rival, complementary: false };
  }
  return null;
};

/** What keeps a claim from being said, where it excludes it. */
export function rivalsOf(matching: Matching, of: { claim: Clause; known: Clause }): Rivalry | null {
  const { missing } = matching;
  const [first] = missing;
  if (!first) return null;
  if (missing.length > 1) {
    const rivals = nameRivals(missing, matching, of);
    return rivals.length > 0 ? { rivals, kind: 'name', complementary: false } : null;
  }
  if (first.kind === 'amount') {
    const rival = amountRival(first, matching, of);
    return rival && { rivals: [rival], kind: 'amount', complementary: false };
  }
  if (first.kind === 'day' || first.kind === 'time') {
    const rival = dateRival(first, matching, of.known);
    return rival && { rivals: [rival], kind: 'date', complementary: false };
  }
  const label = labelRival(first, matching, of);
  if (label) return { rivals: [label], kind: 'name', complementary: false };
  const names = nameRivals(missing, matching, of);
  if (names.length > 0) return { rivals: names, kind: 'name', complementary: false };
  const word = wordRival(first, matching, of);
  return word && { rivals: [word.rival], kind: 'word', complementary: word.complementary };
}
