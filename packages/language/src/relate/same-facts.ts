import type { Slot } from '@hippocamp/shared/language/reading';
import { holds, restIsKnown, saysTheSame } from '../compare/compare.js';
import { sameSlot } from '../compare/slots.js';
import { stemsOf } from '../compare/stems.js';
import type { ReadStatement } from './read-statement.js';

/** Words by which people state an attribute: of "has a hazelnut allergy" nothing is left beside "allergic to hazelnuts". */
const wordings: Record<string, ReadonlySet<string>> = {
  lives_in: stemsOf('live living move moved relocate settle reside based'),
  works_at: stemsOf('work working start started join joined employed job hired'),
  works_as: stemsOf('work working job employed'),
  likes: stemsOf('like love enjoy adore hate dislike detest fond keen fan stand bear cannot'),
  allergic_to: stemsOf('allergic allergy have suffer'),
  name_is: stemsOf('name called named'),
  birthday: stemsOf('birthday born'),
  birth_year: stemsOf('born'),
  has: stemsOf('own have got'),
  age: stemsOf('years old turned'),
  date: stemsOf('moved postponed rescheduled scheduled planned set due place takes starts begins'),
  time: stemsOf('moved scheduled starts begins takes place'),
  opening_date: stemsOf('opens open'),
  opening_time: stemsOf('opens open'),
  price: stemsOf('costs price priced'),
};

/** A dog with a name is stated with these too. */
const naming = stemsOf('have called named name');

/** Numbers and dates are compared as such. */
const months = stemsOf('january february march april may june july august september october november december');
const isFigure = (stem: string): boolean => /^\p{N}/u.test(stem) || months.has(stem);

/** A fact says by itself whether it is denied. */
const denials: ReadonlySet<string> = new Set(['not', 'no', 'never', 'longer', 'more', 'any']);

const isTold = (stem: string, { subject, attribute, value }: Slot): boolean => {
  const [kind = '', object = ''] = attribute.split(':');
  return (wordings[kind] ?? naming).has(stem) || stemsOf(`${subject} ${kind} ${object} ${value}`).has(stem);
};

/** All that the claim says are facts that the known statement states, in whatever words. */
export function sameFacts(claim: ReadStatement, known: ReadStatement): boolean {
  if (saysTheSame(claim, known)) return true;
  const { slots, numbers, dates } = claim.reading;
  if (slots.length === 0 || !holds(known.reading.numbers, numbers) || !holds(known.reading.dates, dates)) return false;
  const stated = slots.every((slot) => known.reading.slots.some((other) => sameSlot(slot, other)));
  const told = (word: string) => isFigure(word) || denials.has(word) || slots.some((slot) => isTold(word, slot));
  return stated && restIsKnown(claim.words, known.words, told);
}
