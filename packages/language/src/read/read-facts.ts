import type { Reading, Slot } from '@hippocamp/shared/language/reading';
import { datesIn, type FoundDate, withoutDates } from '../words/dates.js';
import { namesIn } from '../words/names.js';
import { isNegated } from '../words/negation.js';
import { numbersIn } from '../words/numbers.js';
import { plain } from '../words/plain.js';
import { withoutResolved } from '../words/resolved.js';
import type { SlotReader } from './clause.js';
import { clausesOf } from './clauses.js';
import { readHaving } from './having.js';
import { readIdentity } from './identity.js';
import { readLiking } from './liking.js';
import { readLiving } from './living.js';
import { readParticulars } from './particulars.js';
import { readScheduling } from './scheduling.js';
import { readWorking } from './working.js';

/** Facts are read of sentences, not of pages. */
const LONGEST_READ = 2000;

/** Whom a first person without a name stands for. */
export const SELF = 'self';

const label = /^(\p{Lu}[\p{L}\p{M}'’.-]{0,40}(?: \p{Lu}[\p{L}\p{M}'’.-]{0,40}){0,2}): (?=\S)/u;
const firstPerson = /\b(?:I|i|my|me|I'm|I've)\b/i;

/** "Mara: I bake" is Mara's, whoever the speaker is said to be. */
const byLabel = (content: string, speaker: string | null): { words: string; me: string } => {
  const found = label.exec(content.slice(0, 160));
  const me = speaker?.toLowerCase() ?? SELF;
  if (!found?.[1]) return { words: content, me };
  const words = content.slice(found[0].length);
  const isSpeaker = found[1].toLowerCase() === me;
  if (isSpeaker) return { words, me };
  // Without an "I" in it the label may be a heading; then nothing is said in the first person either.
  return firstPerson.test(words) ? { words, me: found[1].toLowerCase() } : { words, me };
};

/** Of a text that gives one thing two values nobody knows which holds. */
const isContradicted = (slot: Slot, slots: readonly Slot[]): boolean =>
  slots.some(
    ({ subject, attribute, value, polarity, single }) =>
      single && polarity && subject === slot.subject && attribute === slot.attribute && value !== slot.value,
  );

const settled = (slots: readonly Slot[]): Slot[] => {
  const distinct = [...new Map(slots.map((slot) => [JSON.stringify(slot), slot])).values()];
  return distinct.filter((slot) => !slot.single || !slot.polarity || !isContradicted(slot, distinct));
};

const slotsOf = (words: string, me: string): Slot[] => {
  if (words.length > LONGEST_READ) return [];
  const readers: SlotReader[] = [
    readLiving,
    readWorking,
    readIdentity,
    readLiking,
    readHaving,
    readParticulars(me),
    readScheduling,
  ];
  return settled(clausesOf(plain(words), me).flatMap((clause) => readers.flatMap((read) => read(clause))));
};

/** When something is, by the date that is resolved beside the words that say it. */
const withDates =
  (dates: readonly FoundDate[]) =>
  (slot: Slot): Slot => {
    const date = /(?:^|_)date$/.test(slot.attribute) ? dates.find(({ said }) => said === slot.value) : undefined;
    return date ? { ...slot, value: date.value } : slot;
  };

export const FACT_RULES = 'facts-2';

/**
 * Facts by rules of English: where it is not sure what is said of whom, it reads none. `speaker` is the labelled one, null for
 * the first person of the owner.
 */
export function readFacts(content: string, speaker: string | null): Reading {
  const { words, me } = byLabel(content, speaker);
  const dates = datesIn(words);
  const undated = withoutDates(words, dates);
  return {
    slots: slotsOf(withoutResolved(words), me).map(withDates(dates)),
    numbers: numbersIn(undated),
    dates: dates.map(({ value }) => value),
    names: namesIn(undated),
    negated: isNegated(words),
  };
}
