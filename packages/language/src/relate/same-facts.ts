import type { Slot } from '@hippocamp/shared/language/reading';
import { stemsOf } from '@hippocamp/shared/text/terms';
import { ownWords, statingWords } from '../attributes.js';
import { holds, restIsKnown, sameSlot, saysTheSame } from '../compare/compare.js';
import { monthNames } from '../words/calendar.js';
import { denials } from '../words/negation.js';
import type { ReadStatement } from './read-statement.js';

/** Numbers and dates are compared as such. */
const months = stemsOf(monthNames.join(' '));
const isFigure = (stem: string): boolean => /^\p{N}/u.test(stem) || months.has(stem);

/** A fact says by itself whether it is denied. */
const isDenial = (word: string): boolean => denials.has(word);

const isTold = (stem: string, { subject, attribute, value }: Slot): boolean =>
  statingWords(attribute).has(stem) || stemsOf(`${subject} ${ownWords(attribute)} ${value}`).has(stem);

/** All that the claim says are facts that the known statement states, in whatever words. */
export function sameFacts(claim: ReadStatement, known: ReadStatement): boolean {
  if (saysTheSame(claim, known)) return true;
  const { slots, numbers, dates } = claim.reading;
  if (slots.length === 0 || !holds(known.reading.numbers, numbers) || !holds(known.reading.dates, dates)) return false;
  const stated = slots.every((slot) => known.reading.slots.some((other) => sameSlot(slot, other)));
  const told = (word: string) => isFigure(word) || isDenial(word) || slots.some((slot) => isTold(word, slot));
  return stated && restIsKnown(claim.words, known.words, told);
}
