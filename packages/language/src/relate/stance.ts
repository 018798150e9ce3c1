import type { Slot } from '@hippocamp/shared/language/reading';
import { neutral, type Stance } from '@hippocamp/shared/language/stance';
import { opposes, sameAttribute } from '../compare/compare.js';
import { SELF } from '../read/read-facts.js';
import { byBonds } from './bonds.js';
import { mayChange, tellsOfChange } from './matching/changes.js';
import type { Context } from './matching/context.js';
import { daysExclude, timesExclude } from './matching/days.js';
import { relateClauses } from './matching/relate-clauses.js';
import { isObjectedTo } from './objections.js';
import { isSameText, type ReadStatement, type ReadText } from './read-statement.js';
import { relate } from './relate.js';
import { sameFacts } from './same-facts.js';

const EXACT = 1;
const SAME_FACT = 0.97;
const OPPOSED_FACT = 0.93;
const OTHER_VALUE = 0.75;

const supports = (score: number, bySlot: boolean): Stance => ({
  stance: 'supports',
  score,
  reason: 'direct_entailment',
  bySlot,
  changes: false,
  doubts: false,
});

/** Who lives in Porto does not live in Lisbon. */
const isOtherValue = (claim: Slot, known: Slot): boolean =>
  sameAttribute(claim, known) &&
  claim.single &&
  known.single &&
  !claim.polarity &&
  known.polarity &&
  claim.value !== known.value;

/** "14 June" and "14 June 2026" may be one day, and so may "Friday". */
const mayBeOne = ({ attribute, value }: Slot, { value: other }: Slot): boolean => {
  if (/(?:^|_)(?:date|birthday)$/.test(attribute)) return !daysExclude(value, other);
  return /(?:^|_)time$/.test(attribute) && !timesExclude(value, other);
};

const opposition = (claimed: readonly Slot[], known: readonly Slot[]): Stance | null => {
  for (const slot of claimed) {
    const other = known.find((each) => opposes(slot, each) && !(slot.value !== each.value && mayBeOne(slot, each)));
    if (!other) continue;
    const denied = slot.polarity !== other.polarity || ['yes', 'no'].includes(slot.value);
    return {
      stance: 'refutes',
      score: OPPOSED_FACT,
      reason: denied ? 'negation' : 'value_mismatch',
      bySlot: true,
      changes: false,
      doubts: false,
    };
  }
  return null;
};

/** By facts of the same subject and attribute; null where the claim states none, or the memory none of those. */
const bySlots = (claim: ReadStatement, known: ReadText): Stance | null => {
  const { slots } = claim.reading;
  const told = known.whole.reading.slots.filter((other) => slots.some((slot) => sameAttribute(slot, other)));
  if (told.length === 0) return null;
  if ([known.whole, ...known.statements()].some((statement) => sameFacts(claim, statement))) {
    return supports(SAME_FACT, true);
  }
  const opposed = opposition(slots, told);
  if (opposed) return opposed;
  return slots.every((slot) => told.some((other) => isOtherValue(slot, other))) ? supports(OTHER_VALUE, true) : null;
};

/** A date or a name of three words may differ; where more of the claim is missing its words decide nothing. */
const MOST_MISSING = 3;

const isNear = (claim: ReadStatement, known: ReadStatement): boolean => {
  const missing = [...claim.stems].filter((stem) => !known.stems.has(stem)).length;
  return missing < claim.stems.size && missing <= MOST_MISSING;
};

const strongest = (relations: readonly Stance[]): Stance =>
  relations.reduce((most, each) => (each.score > most.score ? each : most), neutral);

/** Laid side by side, word by word, where they are near. */
const byWords = (claim: ReadStatement, known: ReadText): Stance => {
  if (!isNear(claim, known.whole)) return neutral;
  const near = known.statements().filter((statement) => isNear(claim, statement));
  return strongest(near.map((statement): Stance => ({ ...neutral, ...relate(claim.text, statement.text) })));
};

/** No text denies what it says: of a list each is so, though none of them is the only one. */
const byClauses = (claim: ReadStatement, known: ReadText, context: Context): Stance => {
  const relations = known
    .clauses()
    .map((clause): Stance => ({ ...neutral, ...relateClauses(claim.clause, clause, context), bySlot: true }));
  const supporting = relations.filter(({ stance }) => stance === 'supports');
  const found = strongest(supporting.length > 0 ? supporting : relations);
  return found.stance === 'neutral' ? (relations.find(({ reason }) => reason !== null) ?? neutral) : found;
};

/** It speaks of whoever claims it, as "I" or as "the user". */
export const isFirstPerson = ({ words, reading, clause }: ReadStatement): boolean =>
  words.some((word) => /^(?:i|me|my|mine|we|us|our|ours)$/.test(word)) ||
  reading.slots.some(({ subject }) => subject === SELF) ||
  clause.units.some(({ key }) => key === '@self');

const isStated = (claim: string, known: ReadText): boolean =>
  isSameText(claim, known.whole.text) ||
  (known.whole.text.length > claim.length && known.statements().some(({ text }) => isSameText(claim, text)));

const unlessObjected = (claim: ReadStatement, known: ReadText, found: Stance): Stance =>
  found.stance !== 'neutral' && isObjectedTo(claim.text, known.whole.text, found, claim.aliases) ? neutral : found;

const sortedWords = ({ words }: ReadStatement): string => [...words].sort().join(' ');

/** "Ines reports to Wei" has the words of "Wei reports to Ines". */
const isTurned = (claim: ReadStatement, known: ReadText): boolean =>
  known.statements().some((statement) => sortedWords(statement) === sortedWords(claim));

const relationTo = (claim: ReadStatement, known: ReadText, context: Context): Stance => {
  if (isStated(claim.text, known)) return supports(EXACT, claim.reading.slots.length > 0);
  const bonds = byBonds(
    claim.bond,
    known.statements().map(({ bond }) => bond),
  );
  // Who is refuted by the other role has all of the words; the very same ones turned round may be a slip of either.
  if (bonds?.stance === 'refutes' && !isTurned(claim, known)) return { ...neutral, ...bonds, bySlot: true };
  if (bonds) return unlessObjected(claim, known, { ...neutral, ...bonds, bySlot: true });
  const first = bySlots(claim, known) ?? byWords(claim, known);
  if (first.stance !== 'neutral') return unlessObjected(claim, known, first);
  const byClause = unlessObjected(claim, known, byClauses(claim, known, context));
  const doubts = byClause.stance === 'neutral' && mayChange(claim.clause, known.clauses());
  return { ...byClause, reason: byClause.reason ?? first.reason, doubts };
};

/**
 * What a memory, whole and in its statements, says of a claim: the same text supports it; facts of the same subject and
 * attribute decide next; then the words of each statement. To be alike is not to say the same.
 */
export function stanceOf(claim: ReadStatement, known: ReadText, context: Context): Stance {
  const relation = relationTo(claim, known, context);
  return relation.stance === 'neutral' ? relation : { ...relation, changes: tellsOfChange(known.whole.text) };
}
