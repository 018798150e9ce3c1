import { isAsMuch } from '../amounts/amounts.js';
import { meets } from '../amounts/bounds.js';
import type { Clause, Unit } from '../clauses/unit.js';
import type { Both } from './matching.js';

/** "11 April" holds when it is "11 April 2026", and "April 2026" does too. */
const coversDay = (claim: string, known: string): boolean =>
  claim === known ||
  known.startsWith(`${claim}-`) ||
  (claim.startsWith('--') && known.slice(4).startsWith(claim.slice(1)) && /^\d{4}-/.test(known));

/** What an amount without a unit counts, or what it is the number of: "two dogs", "room 12". */
export function countedBy(unit: Unit, clause: Clause): string {
  if (unit.amount === null || unit.amount.dimension !== '') return '';
  const chunk = clause.units.filter((each) => each.chunk === unit.chunk && each.kind !== 'amount');
  return (chunk.filter(({ at }) => at > unit.at).at(-1) ?? chunk.filter(({ at }) => at < unit.at).at(-1))?.key ?? '';
}

export const isComparable = (claim: Unit, known: Unit): boolean =>
  claim.amount !== null &&
  known.amount !== null &&
  claim.amount.dimension === known.amount.dimension &&
  claim.amount.per === known.amount.per;

/** "up to ten" says what "the limit is ten" says. */
const isLimit = ({ amount }: Unit, { units }: Clause): boolean =>
  amount?.bound === 'most' || (amount?.bound === null && units.some(({ keys }) => keys.includes('limit')));

const sameAmount = (claim: Unit, known: Unit, of: Both): boolean => {
  if (!claim.amount || !known.amount || !isComparable(claim, known)) return false;
  const isSameLimit = isAsMuch(claim.amount, known.amount) && isLimit(claim, of.claim) && isLimit(known, of.known);
  if (meets(claim.amount, known.amount) !== true && !isSameLimit) return false;
  const [counted, counts] = [countedBy(claim, of.claim), countedBy(known, of.known)];
  return counted === counts || counted === '' || counts === '';
};

/** Whether a unit of a claim is told by one of what is known. */
export function isSame(claim: Unit, known: Unit, of: Both): boolean {
  if (claim.denied !== known.denied) return false;
  if (claim.kind === 'amount' || known.kind === 'amount')
    return claim.kind === known.kind && sameAmount(claim, known, of);
  if (claim.kind === 'day' || known.kind === 'day') return claim.kind === known.kind && coversDay(claim.key, known.key);
  if (claim.kind === 'time' || known.kind === 'time') return claim.kind === known.kind && claim.key === known.key;
  if (claim.key === '@self' && known.key === '@we') return true;
  return claim.keys.some((key) => known.keys.includes(key));
}
