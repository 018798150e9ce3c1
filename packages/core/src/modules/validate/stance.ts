import type { ClaimReader, Relation } from '../../ports/claim-reader.js';
import type { Slot } from '../../ports/extractor.js';
import { opposes, sameAttribute } from '../facts/compare.js';
import { sameFacts } from './same-facts.js';
import type { ReadStatement } from './statement.js';

/** What a memory says of a claim. */
export interface Stance extends Relation {
  /** By one attribute of one subject: the later of two such statements holds. */
  bySlot: boolean;
}

export const neutral: Stance = { stance: 'neutral', score: 0, reason: null, bySlot: false };

const EXACT = 1;
const SAME_FACT = 0.97;
const OPPOSED_FACT = 0.93;
const OTHER_VALUE = 0.75;

const supports = (score: number, bySlot: boolean): Stance => ({
  stance: 'supports',
  score,
  reason: 'direct_entailment',
  bySlot,
});

/** Who lives in Porto does not live in Lisbon. */
const isOtherValue = (claim: Slot, known: Slot): boolean =>
  sameAttribute(claim, known) &&
  claim.single &&
  known.single &&
  !claim.polarity &&
  known.polarity &&
  claim.value !== known.value;

const opposition = (claim: ReadStatement, known: ReadStatement): Stance | null => {
  for (const slot of claim.reading.slots) {
    const other = known.reading.slots.find((each) => opposes(slot, each));
    if (!other) continue;
    const denied = slot.polarity !== other.polarity || ['yes', 'no'].includes(slot.value);
    return { stance: 'refutes', score: OPPOSED_FACT, reason: denied ? 'negation' : 'value_mismatch', bySlot: true };
  }
  return null;
};

const bySlots = (claim: ReadStatement, known: readonly ReadStatement[]): Stance | null => {
  if (known.some((statement) => sameFacts(claim, statement))) return supports(SAME_FACT, true);
  for (const statement of known) {
    const opposed = opposition(claim, statement);
    if (opposed) return opposed;
  }
  const { slots } = claim.reading;
  const said = known.flatMap(({ reading }) => reading.slots);
  const denied = slots.length > 0 && slots.every((slot) => said.some((other) => isOtherValue(slot, other)));
  return denied ? supports(OTHER_VALUE, true) : null;
};

const shareWords = (first: ReadStatement, second: ReadStatement): boolean =>
  [...first.stems].some((stem) => second.stems.has(stem));

const byWords = (claim: ReadStatement, known: readonly ReadStatement[], reader: ClaimReader): Stance => {
  const relations = known
    .filter((statement) => shareWords(claim, statement))
    .map((statement): Stance => ({ ...reader.relate(claim.text, statement.text), bySlot: false }));
  const [first = neutral, ...rest] = relations;
  return rest.reduce((most, each) => (each.score > most.score ? each : most), first);
};

/**
 * What a memory, whole and in its statements, says of a claim: the same text supports it; facts of the same subject and
 * attribute decide next; then the words of each statement. To be alike is not to say the same.
 */
export function stanceOf(claim: ReadStatement, known: readonly ReadStatement[], reader: ClaimReader): Stance {
  if (known.some(({ hash }) => hash === claim.hash)) return supports(EXACT, claim.reading.slots.length > 0);
  return bySlots(claim, known) ?? byWords(claim, known, reader);
}
