import type { Clause, Unit } from '../clauses/unit.js';
import { areOfOneKind } from '../lexicon/exclusive.js';
import { meaningsOppose } from '../opposites.js';
import { isHarmless } from './harmless.js';
import { isComparable } from './same.js';
import { unsaidIn } from './unsaid.js';

const changing =
  /\b(?:no longer|any ?more|now|moved|changed|switched|instead|back (?:in|to|from|on|at)|new|from (?:this|next|now|the|today)|since|replace[sd]?|took over|take[sn]? over|takes over|left|sold|gave up|given up|cancelled|canceled|withdrew|ended|stopped|quit|dropped|lost|raised|lowered|cut|extended|prolonged|postponed|halved|doubled|slipped|correction|actually|renamed|upgraded|migrated|reopened|closed|retired|retirement|shipped|up to|down to|these days|finally|engaged|married|divorced|split up|broke up|pregnant|born|died|gave back|given back|scaled|re(?:written|built|named|worked|designed|painted|assigned|scheduled|opened|located|configured|deployed|organi[sz]ed))\b/i;

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

const excludesSometimes = (first: Unit, second: Unit): boolean =>
  first.keys.some((key) => second.keys.some((other) => areOfOneKind(key, other))) ||
  meaningsOppose(first.keys, second.keys, true) !== null;

/** "A2 is idle": whatever happens to A2 may end it. */
const isState = ({ copula, units }: Clause): boolean => {
  const said = units.filter(({ leading, side }) => !leading && side !== 'verb');
  return copula && said.length > 0 && said.every(({ kind, preposition }) => kind === 'word' && preposition === '');
};

const namesSaid = ({ units }: Clause): string[] =>
  units.filter(({ kind, leading }) => kind === 'name' && !leading).map(({ key }) => key);

/** "written in Go" may have taken the place of "written in Python". */
const saysOtherNames = (claim: Clause, known: readonly Clause[]): boolean => {
  const names = namesSaid(claim);
  return names.length > 0 && known.some((clause) => namesSaid(clause).some((name) => !names.includes(name)));
};

/** Of who retired nothing may be so any more. */
const speaksOfNames = (claim: Clause, known: readonly Clause[]): boolean => {
  const names = namesSaid(claim);
  return known.some(({ units }) => units.some(({ key }) => names.includes(key)));
};

interface Overlap {
  /** All that the claim is about is spoken of. */
  subject: boolean;
  /** Something that the claim says of it is spoken of. */
  said: boolean;
  /** As much of the claim is spoken of as it takes to be about the same. */
  enough: boolean;
  /** Something stands where the claim has something else. */
  value: boolean;
}

/** What is said of the subject, by its nouns; by the verb where there are none. */
const saidIn = (content: readonly Unit[]): Unit[] => {
  const said = content.filter(({ leading }) => !leading);
  const nouns = said.filter(({ side }) => side !== 'verb');
  return nouns.length > 0 ? nouns : said;
};

const overlapOf = (claim: Clause, known: readonly Clause[]): Overlap => {
  const units = known.flatMap((clause) => clause.units);
  const told = new Set([...units.flatMap(({ keys }) => keys), ...known.flatMap((clause) => [...unsaidIn(clause)])]);
  const content = claim.units.filter((unit) => !isFigure(unit) && unit.kind !== 'person' && !unit.key.startsWith('#'));
  const alike = content.filter((unit) => units.some((other) => excludesSometimes(unit, other)));
  const isShared = (unit: Unit) => unit.keys.some((key) => told.has(key)) || alike.includes(unit);
  const about = content.filter(({ leading }) => leading);
  const isOtherFigure = (unit: Unit) =>
    isFigure(unit) && units.some((other) => isFigure(other) && isAnotherFigure(unit, other));
  const shared = content.filter(isShared).length;
  return {
    subject: about.length > 0 && about.every(isShared),
    said: saidIn(content).some(isShared),
    enough: shared >= ENOUGH || (shared > 0 && shared === content.length),
    value: alike.length > 0 || claim.units.some(isOtherFigure),
  };
};

/** It speaks of what the claim speaks of, and tells of a change or gives another value: what it says of the claim nobody knows. */
export function mayChange(claim: Clause, clauses: readonly Clause[]): boolean {
  const known = clauses.filter((clause) => !isOfAnother(claim, clause));
  const { subject, said, enough, value } = overlapOf(claim, known);
  if (value && (subject || enough)) return true;
  if (!known.some(({ text }) => tellsOfChange(text))) return false;
  if (subject && (isState(claim) || saysOtherNames(claim, known))) return true;
  return speaksOfNames(claim, known) || (said && enough);
}
