import type { Slot } from '@hippocamp/shared/language/reading';
import { datesIn, type FoundDate } from '../words/dates.js';
import { numbersIn } from '../words/numbers.js';
import { type Clause, type SlotReader, slotOf } from './clause.js';

const forms: [RegExp, '' | 'opening_' | 'closing_' | 'end_'][] = [
  [
    /^(?:(?:is|was|were|are|has been|have been|got|will be) (?:now )?)?(?:moved|postponed|pushed|rescheduled|brought forward|changed|shifted|delayed|put off) (?:back |forward |up )?(?:from .{1,30}? )?(?:to|until) /,
    '',
  ],
  [
    /^(?:(?:is|are|will be) (?:now |still )?(?:scheduled |planned |set |booked |due |fixed )?(?:for |on |at |by )?|(?:will )?takes? place (?:on |at )?|(?:will )?starts? (?:on |at )?|(?:will )?begins? (?:on |at )?)/,
    '',
  ],
  [/^(?:will )?opens? (?:on |at )?/, 'opening_'],
  [/^(?:will )?closes? (?:on |at )?/, 'closing_'],
  [/^(?:will )?ends? (?:on |at )?/, 'end_'],
];
/** Said of things that come again. */
const recurring =
  /(?<![\p{L}\p{N}_])(?:every|each|daily|weekly|\p{L}+days|weekdays|weekends|except|or|between|usually)\b/iu;
const price = /^(?:(?:now )?costs?|is priced at|are priced at)(?: only| just| about| around)? (.+)$/;
const indefinite = /\b(?:about|around|roughly|between|or|up to|at least|from|per|each|more|less)\b|[<>≤≥≈~]/;

/** The date or time must follow at once; another one of its kind would leave it open which is meant. */
const at = (dates: readonly FoundDate[], kind: FoundDate['kind'], start: number): FoundDate | null => {
  const ofKind = dates.filter((date) => date.kind === kind);
  const [first] = ofKind;
  return ofKind.length === 1 && first && first.at <= start + 24 ? first : null;
};

const scheduled = (clause: Clause): Slot[] => {
  const { said } = clause;
  for (const [pattern, prefix] of forms) {
    const found = pattern.exec(said);
    if (!found) continue;
    const dates = datesIn(said);
    const [first] = dates;
    if (!first || first.at > found[0].length + 4 || /^(?:tonight|today|yesterday|\d{4}$)/.test(first.value)) return [];
    const day = at(dates, 'date', found[0].length);
    const time = at(dates, 'time', found[0].length + (day ? 24 : 0));
    return [
      ...(day ? [slotOf(clause, `${prefix}date`, day.value)] : []),
      ...(time ? [slotOf(clause, `${prefix}time`, time.value)] : []),
    ];
  }
  return [];
};

const priced = (clause: Clause): Slot[] => {
  const amount = price.exec(clause.said)?.[1];
  if (!amount || indefinite.test(clause.said)) return [];
  const numbers = numbersIn(amount);
  return numbers.length === 1 && numbers[0] ? [slotOf(clause, 'price', numbers[0])] : [];
};

/** When something is, and what it costs. */
export const readScheduling: SlotReader = (clause) => {
  if (clause.subject.kind === 'person' && !/^(?:costs?|opens?|closes?)\b/.test(clause.said)) return [];
  if (clause.subject.noun === 'birthday' || clause.negated || recurring.test(clause.said)) return [];
  return [...scheduled(clause), ...priced(clause)];
};
