import { terms } from '@hippocamp/shared/text/terms';
import type { Reading, Slot } from '../../ports/extractor.js';
import { isDeciding, isInOrder, remaining, saysNoMore } from './wording.js';

/** A text with what was read of it. */
export interface Statement {
  /** Of the words that carry meaning, each once; see `stemsOf`. */
  stems: ReadonlySet<string>;
  /** All that matter, in order; see `wordingOf`. */
  words: readonly string[];
  reading: Reading;
}

/** Worked out once for each text: comparing all with all would stem each of them hundreds of times. */
export const stemsOf = (content: string): ReadonlySet<string> => new Set(terms(content));

const sameList = (first: readonly string[], second: readonly string[]) =>
  first.length === second.length && first.every((value, position) => value === second[position]);

const sameMembers = (first: readonly string[], second: readonly string[]) =>
  sameList([...first].sort(), [...second].sort());

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

const covers = (slots: readonly Slot[], wanted: readonly Slot[]) =>
  wanted.every((slot) => slots.some((other) => sameSlot(slot, other)));

/** Numbers, dates, names in their order, and negation: where one differs, two texts do not say the same. */
export const agree = (first: Reading, second: Reading): boolean =>
  first.negated === second.negated &&
  sameMembers(first.numbers, second.numbers) &&
  sameMembers(first.dates, second.dates) &&
  sameList(first.names, second.names);

/** What slots stand for already: "I live in Porto." after "I moved to Porto." says nothing besides. */
const slotVerbs: Record<string, ReadonlySet<string>> = {
  lives_in: stemsOf('live move relocate settle reside'),
  works_at: stemsOf('work start join employ'),
};

const partsOf = ({ subject, attribute, value }: Slot) => stemsOf(`${subject} ${attribute} ${value}`);

/** What slots do not tell stands in the known text in the same order, with the same small words. */
export const restIsKnown = (
  words: readonly string[],
  known: readonly string[],
  isTold: (word: string) => boolean,
): boolean => isInOrder(remaining(words, isTold), known);

const sameRest = ({ words, reading }: Statement, known: Statement): boolean => {
  const told = reading.slots.flatMap((slot) => [slotVerbs[slot.attribute] ?? none, partsOf(slot)]);
  const isTold = (word: string) => told.some((stems) => stems.has(word));
  return restIsKnown(words, known.words, isTold) && sameList(words.filter(isDeciding), known.words.filter(isDeciding));
};

const saysMore = (candidate: Statement, known: Statement): boolean => {
  const verbs = candidate.reading.slots.map(({ attribute }) => slotVerbs[attribute]);
  return [...candidate.stems].some((stem) => !known.stems.has(stem) && !verbs.some((told) => told?.has(stem)));
};

const none: ReadonlySet<string> = new Set();

const holds = (known: readonly string[], wanted: readonly string[]) => wanted.every((value) => known.includes(value));

/** The known text makes the same statements, and the candidate has no number, date or word besides. */
export const saysTheSame = (candidate: Statement, known: Statement): boolean =>
  candidate.reading.slots.length > 0 &&
  !saysMore(candidate, known) &&
  sameRest(candidate, known) &&
  covers(known.reading.slots, candidate.reading.slots) &&
  candidate.reading.negated === known.reading.negated &&
  holds(known.reading.numbers, candidate.reading.numbers) &&
  holds(known.reading.dates, candidate.reading.dates);

/**
 * Similarity alone never decides: besides it, the known text has all words of the candidate in their order, what was read
 * agrees, and where both have slots these are the same.
 */
export const repeats = (candidate: Statement, known: Statement, likeness: () => number, same: number): boolean =>
  saysNoMore(candidate.words, known.words) &&
  agree(candidate.reading, known.reading) &&
  covers(known.reading.slots, candidate.reading.slots) &&
  likeness() >= same;

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
