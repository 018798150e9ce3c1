import type { ComparedPair, Comparison } from '@hippocamp/shared/language/comparison';
import type { Reading, Slot, WordedReading } from '@hippocamp/shared/language/reading';
import { stemsOf } from '@hippocamp/shared/text/terms';
import { verbsOf } from '../attributes.js';
import { isDeciding, isInOrder, remaining, saysNoMore } from './wording.js';

export const sameAttribute = (first: Slot, second: Slot) =>
  first.subject === second.subject && first.attribute === second.attribute;

export const sameSlot = (first: Slot, second: Slot) =>
  sameAttribute(first, second) && first.value === second.value && first.polarity === second.polarity;

/**
 * One thing cannot be both: another value of the same subject and single-valued attribute, or the denial of this one.
 * "Does not live in Lisbon" and "lives in Porto" may both be true.
 */
export function opposes(first: Slot, second: Slot): boolean {
  if (!first.single || !second.single || !sameAttribute(first, second)) return false;
  if (first.value === second.value) return first.polarity !== second.polarity;
  return first.polarity && second.polarity;
}

/** Whether the first state all that is wanted. */
const covers = (slots: readonly Slot[], wanted: readonly Slot[]) =>
  wanted.every((slot) => slots.some((other) => sameSlot(slot, other)));

const sameList = (first: readonly string[], second: readonly string[]) =>
  first.length === second.length && first.every((value, position) => value === second[position]);

const sameMembers = (first: readonly string[], second: readonly string[]) =>
  sameList([...first].sort(), [...second].sort());

/** Numbers, dates, names in their order, and negation: where one differs, two texts do not say the same. */
export const agree = (first: Reading, second: Reading): boolean =>
  first.negated === second.negated &&
  sameMembers(first.numbers, second.numbers) &&
  sameMembers(first.dates, second.dates) &&
  sameList(first.names, second.names);

const partsOf = ({ subject, attribute, value }: Slot) => stemsOf(`${subject} ${attribute} ${value}`);

/** What slots do not tell stands in the known text in the same order, with the same small words. */
export const restIsKnown = (
  words: readonly string[],
  known: readonly string[],
  isTold: (word: string) => boolean,
): boolean => isInOrder(remaining(words, isTold), known);

const sameRest = ({ words, reading }: WordedReading, known: WordedReading): boolean => {
  const told = reading.slots.flatMap((slot) => [verbsOf(slot.attribute), partsOf(slot)]);
  const isTold = (word: string) => told.some((stems) => stems.has(word));
  return restIsKnown(words, known.words, isTold) && sameList(words.filter(isDeciding), known.words.filter(isDeciding));
};

const saysMore = (candidate: WordedReading, known: WordedReading): boolean => {
  const verbs = candidate.reading.slots.map(({ attribute }) => verbsOf(attribute));
  return [...candidate.stems].some((stem) => !known.stems.has(stem) && !verbs.some((told) => told.has(stem)));
};

/** Whether the first has all that is wanted. */
export const holds = (known: readonly string[], wanted: readonly string[]) =>
  wanted.every((value) => known.includes(value));

/** The known text makes the same statements, and the candidate has no number, date or word besides. */
export const saysTheSame = (candidate: WordedReading, known: WordedReading): boolean =>
  candidate.reading.slots.length > 0 &&
  !saysMore(candidate, known) &&
  sameRest(candidate, known) &&
  covers(known.reading.slots, candidate.reading.slots) &&
  candidate.reading.negated === known.reading.negated &&
  holds(known.reading.numbers, candidate.reading.numbers) &&
  holds(known.reading.dates, candidate.reading.dates);

/**
 * Likeness alone never decides: besides it, the known text has all words of the candidate in their order, what was read
 * agrees, and where both have slots these are the same.
 */
export const repeats = (candidate: WordedReading, known: WordedReading, likeness: number | null): boolean =>
  likeness !== null &&
  likeness >= 1 &&
  saysNoMore(candidate.words, known.words) &&
  agree(candidate.reading, known.reading) &&
  covers(known.reading.slots, candidate.reading.slots);

/**
 * Whether the candidate takes the place of what is known: something in it opposes, and nothing else that the known memory
 * says would be lost with it.
 */
export function replaces(candidate: Reading, known: Reading): boolean {
  if (candidate.slots.length === 0 || known.slots.length === 0) return false;
  const opposed = known.slots.filter((slot) => candidate.slots.some((other) => opposes(slot, other)));
  if (opposed.length === 0) return false;
  const rest = known.slots.filter((slot) => !opposed.includes(slot));
  return covers(candidate.slots, rest);
}

const verdictOf = ({ first, second, likeness }: ComparedPair): Comparison['verdict'] => {
  if (saysTheSame(first, second)) return 'same';
  if (repeats(first, second, likeness)) return 'repeats';
  return replaces(first.reading, second.reading) ? 'replaces' : 'unrelated';
};

/** What the first of two texts is to the second, by rules alone. */
export const compare = (pair: ComparedPair): Comparison => ({ verdict: verdictOf(pair), sure: 1 });
