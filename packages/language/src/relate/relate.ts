import type { Relation } from '@hippocamp/shared/language/stance';
import { isDoubtfulClause, isDoubtfulSentence } from '../read/guards.js';
import { denialsIn } from '../words/negation.js';
import { plain } from '../words/plain.js';
import { byDate, withoutResolved } from '../words/resolved.js';
import { type Alignment, align } from './alignment.js';
import { exclusionOf } from './exclusions.js';
import { isHarmless } from './extras.js';
import { differsInTime } from './tense.js';
import { tokensOf } from './tokens.js';

const neutral: Relation = { stance: 'neutral', score: 0, reason: null };
const ofAnotherTime: Relation = { stance: 'neutral', score: 0, reason: 'temporal_mismatch' };

const SAME = 0.95;
const MORE_KNOWN = 0.9;
const DENIED = 0.9;
const BY_OPPOSITE = 0.8;

const isDoubtful = (statement: string): boolean => {
  const text = plain(statement);
  return isDoubtfulSentence(text) || isDoubtfulClause(text);
};

const copula = /^(\p{Lu}[\p{L}\p{M}' -]*?) (is|was)( not)? ((?:the|my|our|your|his|her|their|its) .+)/su;

/** "Paris is the capital of France" says what "The capital of France is Paris" says. */
const turned = (statement: string): string => {
  const text = plain(statement).trim();
  const [, subject = '', verb = '', not = '', rest] = /[,;]/.test(text) ? [] : (copula.exec(text) ?? []);
  if (rest === undefined) return text;
  const end = /[.!]$/.exec(rest)?.[0] ?? '';
  return `${rest.slice(0, rest.length - end.length)} ${verb}${not} ${subject}${end}`;
};

/** Who "has not quit" denies twice, who "has quit" once: what that comes to depends on what is denied. */
const denialDifference = (claim: string, known: string): 'none' | 'opposite' | 'unclear' => {
  const [denied, deniedKnown] = [denialsIn(claim), denialsIn(known)];
  if (denied === deniedKnown) return 'none';
  return denied + deniedKnown === 1 ? 'opposite' : 'unclear';
};

/** Both say the same things, as far as the claim goes; what differs is whether they deny them. */
const sameThings = (claim: string, known: string, more: boolean): Relation => {
  const difference = denialDifference(claim, known);
  // "not in May" does not say that it was not.
  if (difference === 'unclear' || (denialsIn(known) > 0 && more)) return neutral;
  if (difference === 'opposite') return { stance: 'refutes', score: DENIED, reason: 'negation' };
  return { stance: 'supports', score: more ? MORE_KNOWN : SAME, reason: 'direct_entailment' };
};

const judge = (claim: string, known: string, { differences }: Alignment): Relation => {
  const said = differences.filter((difference) => difference.claim.length > 0);
  const more = differences.filter((difference) => difference.claim.length === 0);
  if (!more.every(isHarmless)) return neutral;
  const [difference, ...others] = said;
  if (!difference) return sameThings(claim, known, more.length > 0);
  const exclusion = others.length === 0 ? exclusionOf(difference, { claim, known }) : null;
  if (!exclusion) return neutral;
  const denial = denialDifference(claim, known);
  if (denial === 'opposite' && exclusion.complementary) {
    return { stance: 'supports', score: BY_OPPOSITE, reason: 'direct_entailment' };
  }
  if (denial !== 'none' || denialsIn(known) > 0) return neutral;
  return { stance: 'refutes', score: exclusion.score, reason: 'value_mismatch' };
};

const compare = (claim: string, known: string): Relation => {
  if (isDoubtful(claim) !== isDoubtful(known)) return neutral;
  const [claimed, told] = [tokensOf(claim), tokensOf(known)];
  if (claimed.length === 0 || told.length === 0) return neutral;
  const alignment = align(claimed, told);
  if (!alignment || alignment.shared.length === 0) return neutral;
  if (isDoubtful(claim) && alignment.differences.length > 0) return neutral;
  const relation = judge(claim, known, alignment);
  if (relation.stance === 'neutral') return relation;
  return differsInTime(claim, known, alignment) ? ofAnotherTime : relation;
};

/**
 * What a known statement says of a claim: both are read as a row of words, numbers, dates and names, and laid side by side. They
 * say the same where nothing of the claim is missing; one thing in which they differ refutes only if both cannot be so. Whatever
 * else differs leaves it open.
 */
export function relate(claim: string, known: string): Relation {
  const relation = compare(turned(claim), turned(byDate(known)));
  const said = withoutResolved(known);
  // A claim may say a day in the words in which it was said.
  return relation.stance === 'neutral' && said !== known ? compare(turned(claim), turned(said)) : relation;
}
