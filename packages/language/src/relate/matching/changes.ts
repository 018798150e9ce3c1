import type { Clause, Unit } from '../clauses/unit.js';
import { areOfOneKind } from '../lexicon/exclusive.js';
import { impliedBy } from '../lexicon/implied.js';
import { isHarmless } from './harmless.js';
import { isComparable } from './same.js';

const changing =
  /\b(?:no longer|any ?more|now|moved|changed|switched|instead|back (?:in|to|from|on|at)|new|from (?:this|next|now|the|today)|since|replace[sd]?|took over|take[sn]? over|takes over|left|sold|gave up|given up|cancelled|canceled|withdrew|ended|stopped|quit|dropped|lost|raised|lowered|cut|extended|prolonged|postponed|halved|doubled|slipped|correction|actually|renamed|upgraded|migrated|reopened|closed|retired|shipped|up to|down to|these days|finally|engaged|married|divorced|split up|broke up|pregnant|born|died|gave back|given back)\b/i;

/** Whether a text says that something is no longer as it was. */
export const tellsOfChange = (text: string): boolean => changing.test(text);

/** Content that a claim and what is known share before one may be about what the other is about. */
const ENOUGH = 2;

const isFigure = ({ kind }: Unit): boolean => kind === 'day' || kind === 'time' || kind === 'amount';

const isAnotherFigure = (claim: Unit, known: Unit): boolean =>
  isComparable(claim, known) || (claim.kind === known.kind && claim.kind !== 'amount');

const subjectOf = ({ units }: Clause): Unit[] => {
  const first = units.find(({ leading, preposition }) => leading && preposition === '');
  return first ? units.filter(({ chunk }) => chunk === first.chunk) : [];
};

const describing = (units: readonly Unit[], head: Unit): string[] =>
  units.filter((unit) => unit !== head && unit.kind !== 'person' && !isHarmless(unit)).map(({ key }) => key);

/** The spring concert is not the summer concert, and ticket 12 is not ticket 13. */
const isOfAnother = (claim: Clause, known: Clause): boolean => {
  const [claimed, told] = [subjectOf(claim), subjectOf(known)];
  const head = claimed.find(({ kind, key }) => kind !== 'person' && told.some((other) => other.key === key));
  const same = told.find(({ key }) => key === head?.key);
  if (!head || !same) return false;
  const [first, second] = [describing(claimed, head), describing(told, same)];
  return first.length > 0 && second.length > 0 && !first.some((key) => second.includes(key));
};

/** It speaks of what the claim speaks of, and tells of a change or gives another value: what it says of the claim nobody knows. */
export function mayChange(claim: Clause, told: readonly Clause[]): boolean {
  const known = told.filter((clause) => !isOfAnother(claim, clause));
  const units = known.flatMap((clause) => clause.units);
  const said = new Set(units.flatMap(({ keys }) => keys));
  for (const key of impliedBy(said)) said.add(key);
  const content = claim.units.filter((unit) => !isFigure(unit) && unit.kind !== 'person');
  const isOfKind = ({ keys }: Unit) =>
    keys.some((key) => units.some((other) => other.keys.some((each) => areOfOneKind(key, each))));
  const shared = content.filter((unit) => unit.keys.some((key) => said.has(key))).length;
  const alike = content.filter(isOfKind).length;
  if (shared + alike < Math.min(ENOUGH, content.length) || shared + alike === 0) return false;
  const isFigured = claim.units.some(
    (unit) => isFigure(unit) && units.some((other) => isFigure(other) && isAnotherFigure(unit, other)),
  );
  return alike > 0 || isFigured || known.some(({ text }) => tellsOfChange(text));
}
