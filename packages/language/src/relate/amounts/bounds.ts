import { type Amount, isAsMuch } from './amounts.js';

/** Whether a known amount is what a claim says: "more than 5" where it is 7; null where that cannot be told. */
export function meets(claim: Amount, known: Amount): boolean | null {
  const same = isAsMuch(claim, known);
  if (claim.bound === known.bound) return same || claim.bound === null ? same : null;
  if (known.bound !== null || known.text !== null) return null;
  if (claim.bound === 'about') return same ? true : null;
  if (claim.bound === 'over') return known.value > claim.value;
  if (claim.bound === 'under') return known.value < claim.value;
  return claim.bound === 'least' ? known.value >= claim.value : null;
}
