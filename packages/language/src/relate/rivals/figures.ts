import { meets } from '../amounts/bounds.js';
import type { Clause, Unit } from '../clauses/unit.js';
import { meaningsOf } from '../lexicon/lexicon.js';
import type { Both } from '../matching/both.js';
import { daysExclude, timesExclude } from '../matching/days.js';
import type { Matching } from '../matching/matching.js';
import { countedBy, isComparable } from '../matching/same.js';
import { hasAny, only } from './shared.js';

/** What happens but once to one thing: other days are other times of all else. */
const once: ReadonlySet<string> = new Set(
  'birthday born found build open launch ship move join married die retire graduate takeplace begin end arrive leave take last'
    .split(' ')
    .flatMap(meaningsOf),
);

const comesAgain = ({ tense, copula, units }: Clause): boolean =>
  (tense === 'past' || tense === 'perfect') && !copula && !units.some(({ keys }) => hasAny(keys, once));

/** Another amount of the same. */
export const amountRival = (unit: Unit, { extra }: Matching, of: Both): Unit | null => {
  const comparable = extra.filter((other) => isComparable(unit, other));
  const alike = comparable.filter((other) => countedBy(other, of.known) === countedBy(unit, of.claim));
  const rival = only(alike.length > 0 ? alike : comparable);
  if (!rival?.amount || !unit.amount) return null;
  if (unit.leading || rival.leading || comesAgain(of.known)) return null;
  if (rival.amount.bound !== null && rival.amount.bound !== 'most') return null;
  if (meets(unit.amount, rival.amount) !== false) return null;
  const [counted, counts] = [countedBy(unit, of.claim), countedBy(rival, of.known)];
  return counted === counts || ((counted === '' || counts === '') && unit.amount.per !== null) ? rival : null;
};

const isEnd = ({ preposition }: Unit): boolean => /^(?:to|until|till)$/.test(preposition);
const limiting = /^(?:since|before|after|by)$/;

const tellsEnd = (units: readonly Unit[]): boolean =>
  units.some(({ keys }) => keys.includes('end') || keys.includes('closed'));

/** Of "from nine to five" the one that is asked for; what "closes at nine" ends at nine. */
const ofOneEnd = (unit: Unit, { extra, shared, implied }: Matching): Unit | null => {
  const bothEnd = tellsEnd(shared.map(([claimed]) => claimed));
  const ends = isEnd(unit) || bothEnd || tellsEnd(implied);
  const rivals = extra.filter(({ kind }) => kind === unit.kind);
  const rival = only(rivals.length > 1 ? rivals.filter((other) => isEnd(other) === ends) : rivals);
  return rival && (unit.kind === 'day' || (isEnd(rival) || bothEnd) === ends) ? rival : null;
};

const scheduled: ReadonlySet<string> = new Set(
  'takeplace meeting begin end rehearse arrive leave daily weekly'.split(' ').flatMap(meaningsOf),
);

/** What takes place on Mondays takes place on no other day; a shop may be closed on Sundays too. */
const hasOneDay = ({ units, copula }: Clause): boolean => {
  const said = units.filter(({ kind, leading, preposition }) => kind === 'word' && !leading && preposition === '');
  const who = units.filter(({ side }) => side === 'subject');
  const isPerson = who.length > 0 && who.every(({ kind }) => kind === 'person' || kind === 'name');
  return (copula || !isPerson) && said.every(({ keys }) => hasAny(keys, scheduled));
};

/** Who sails on Wednesdays may sail on Sundays too. */
const isOneOfSome = (unit: Unit, { claim, known }: Both): boolean =>
  unit.kind === 'day' && /^\p{L}/u.test(unit.key) && !(hasOneDay(claim) && hasOneDay(known));

/** Another day or time of what happens but once, or is so. */
export const dateRival = (unit: Unit, matching: Matching, of: Both): Unit | null => {
  const rival = comesAgain(of.known) || isOneOfSome(unit, of) ? null : ofOneEnd(unit, matching);
  if (!rival || unit.leading || rival.leading) return null;
  const isLimited = limiting.test(unit.preposition) || limiting.test(rival.preposition);
  if (isLimited && unit.preposition !== rival.preposition) return null;
  return (unit.kind === 'time' ? timesExclude : daysExclude)(unit.key, rival.key) ? rival : null;
};
