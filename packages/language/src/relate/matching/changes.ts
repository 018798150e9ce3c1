import type { Clause } from '../clauses/clause.js';
import { matchingOf } from './matching.js';
import { isComparable } from './same.js';

const changing =
  /\b(?:no longer|any ?more|now|moved|changed|switched|instead|back (?:in|to|from|on|at)|new|from (?:this|next|now|the|today)|since|replace[sd]?|took over|take[sn]? over|takes over|left|sold|gave up|given up|cancelled|canceled|withdrew|ended|stopped|quit|dropped|lost|raised|lowered|cut|extended|prolonged|postponed|halved|doubled|slipped|correction|actually|renamed|upgraded|migrated|reopened|closed|retired|shipped|up to|down to|these days|finally)\b/i;

/** Whether a text says that something is no longer as it was. */
export const tellsOfChange = (text: string): boolean => changing.test(text);

/** Content that a claim and what is known share before one may be about what the other is about. */
const ENOUGH = 2;

/** It speaks of what the claim speaks of, and tells of a change or gives another figure: what it says of the claim nobody knows. */
export function mayChange(claim: Clause, known: Clause): boolean {
  const { shared, missing, extra, implied } = matchingOf(claim, known);
  const content = shared.filter(([unit]) => unit.kind === 'word' || unit.kind === 'name');
  const isNear = content.length + implied.length >= ENOUGH || (shared.length > 0 && missing.length <= 1);
  if (!isNear) return false;
  const isFigured = missing.some((unit) => extra.some((other) => isComparable(unit, other) || (unit.kind === other.kind && /^(?:day|time)$/.test(unit.kind))));
  return isFigured || tellsOfChange(known.text);
}
