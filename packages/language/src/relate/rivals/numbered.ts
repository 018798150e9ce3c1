import type { Clause, Unit } from '../clauses/unit.js';
import { singleValued } from '../lexicon/exclusive.js';
import { meaningsOf } from '../lexicon/lexicon.js';
import { headOf } from '../matching/heads.js';
import type { Both, Matching } from '../matching/matching.js';
import { hasAny, meaningsShared, only } from './shared.js';

/** Of these one thing has one number at a time. */
const numbered: ReadonlySet<string> = new Set(
  'version room floor storey division league grade gate platform port seat level terminal track bay'
    .split(' ')
    .flatMap(meaningsOf),
);

const ordinals: ReadonlySet<string> = new Set(
  'first second third fourth fifth sixth seventh eighth ninth tenth ground'.split(' ').flatMap(meaningsOf),
);

/** "on the second floor". */
export const isOrdinal = (unit: Unit, { units }: Clause): boolean => {
  const head = headOf(units, unit.chunk);
  const isOfNumbered = head !== undefined && head !== unit && hasAny(head.keys, numbered);
  return isOfNumbered && !unit.leading && hasAny(unit.keys, ordinals);
};

const isLabel = ({ kind, key }: Unit): boolean => kind === 'name' && key.startsWith('#');

const nounOf = (label: Unit, { units }: Clause): Unit | undefined =>
  units.findLast(({ chunk, at }) => chunk === label.chunk && at < label.at);

/** "4.7.2" is a version by itself. */
const isVersion = ({ key }: Unit): boolean => key.split('.').length > 2;

/** "Postgres 16", "room 12", "4.7.2": another number of the same. */
export const labelRival = (unit: Unit, matching: Matching, of: Both): Unit | null => {
  const rival = only(matching.extra.filter(isLabel));
  if (!rival || !isLabel(unit) || unit.leading || rival.leading) return null;
  const [noun, other] = [nounOf(unit, of.claim), nounOf(rival, of.known)];
  const meanings = meaningsShared(matching);
  if (isVersion(unit) && isVersion(rival)) {
    return of.claim.copula || of.known.copula || meanings.includes('version') ? rival : null;
  }
  if (!noun || noun.key !== other?.key) return null;
  const isProduct = noun.kind === 'name' && hasAny(meanings, singleValued);
  return isProduct || hasAny(noun.keys, numbered) ? rival : null;
};
