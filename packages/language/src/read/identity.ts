import { NAME, type Slot } from '@hippocamp/shared/language/reading';
import { asNoun } from '../attributes.js';
import { datesIn } from '../words/dates.js';
import { numberWord } from '../words/number-words.js';
import { numbersIn } from '../words/numbers.js';
import { type Clause, type SlotReader, slotOf, yesOrNo } from './clause.js';
import { canonicalName, properName, valueEnd } from './value.js';

const isName = new RegExp(`^is (?:now |actually )?["']?(${properName})["']?${valueEnd}`, 'u');
const called = new RegExp(
  `^(?:(?:am|is|are) (?:now )?(?:called|named)|goes by|go by) ["']?(${properName})["']?${valueEnd}`,
  'u',
);
const hasCalled = new RegExp(
  `^(?:has|have|got|owns?) (?:got )?(?:an? |one |two )(?:[\\p{L}-]+ ){0,2}?(\\p{L}+),? (?:called|named|whose name is) ["']?(${properName})["']?${valueEnd}`,
  'u',
);
const years = new RegExp(
  `^(?:am|is|turned|just turned) (?:now )?(\\d{1,3}|${numberWord})(?: years? old)?(?=$|[,.;]| (?:now|today|and|years? old)\\b)`,
  'iu',
);
const states: [RegExp, string][] = [
  [/^(?:am|is|got|have got|has got) (?:now |happily |just )?married\b(?! to \p{Ll})/u, 'married'],
  [/^(?:am|is|got) (?:now |just )?engaged\b(?! in)/, 'engaged'],
  [/^(?:am|is|got) (?:now |just )?divorced\b/, 'divorced'],
  [/^(?:am|is) (?:now )?single(?=$|[,.;]| (?:and|now|again)\b)/, 'single'],
  [/^(?:am|is) (?:now )?widowed\b/, 'widowed'],
];
const spouse = new RegExp(
  `^(?:am|is|got) (?:now |happily |just )?(married|engaged) to (${properName})${valueEnd}`,
  'u',
);
const traits =
  /^(?:am|is) (?:now |strictly |a (?:strict )?|an )?(vegan|vegetarian|pescatarian|left-handed|right-handed|diabetic|coeliac|celiac|colou?r-?blind|pregnant|retired|unemployed|lactose[- ]intolerant|gluten[- ]intolerant)(?=$|[,.;]| (?:and|now|since|but|so|too|again|with)\b)/;

const nameSlots = (clause: Clause): Slot[] => {
  const { subject, said } = clause;
  const given = canonicalName(isName.exec(said)?.[1] ?? '');
  if (given === '' || !subject.owner) return [];
  if (subject.noun === 'name' || subject.noun === 'full name') return named(clause, subject.owner, given);
  // "My dog's name" is owned by "self dog".
  return [];
};

/** A pet or a relative gets its name as an attribute of who has it: "has a dog called Rex", "my dog is called Rex". */
const named = (clause: Clause, key: string, given: string): Slot[] => {
  const [owner, ...noun] = key.split(' ');
  if (owner === undefined || noun.length === 0) return [slotOf(clause, NAME, given, { subject: key })];
  return [slotOf(clause, asNoun(noun.join(' ')), given, { subject: owner, single: false })];
};

const calledSlots = (clause: Clause): Slot[] => {
  const { subject, said } = clause;
  const having = hasCalled.exec(said);
  if (having?.[1] && having[2] && subject.kind === 'person') {
    return [slotOf(clause, asNoun(having[1].toLowerCase()), canonicalName(having[2]), { single: false })];
  }
  const given = canonicalName(called.exec(said)?.[1] ?? '');
  if (given === '') return [];
  if (subject.kind === 'owned') return named(clause, subject.key, given);
  // One may go by several names.
  return [slotOf(clause, NAME, given, { single: subject.kind === 'thing' })];
};

const born = (clause: Clause): Slot[] => {
  const { subject, said } = clause;
  if (!/^was born (?:on|in)\b/.test(said) && !(subject.noun === 'birthday' && /^is\b/.test(said))) return [];
  const key = subject.noun === 'birthday' ? (subject.owner ?? subject.key) : subject.key;
  const [day] = datesIn(said);
  if (day?.kind !== 'date') return bornIn(clause);
  const [, year, monthDay] = /^(\d{4})?-?(-\d{2}-\d{2})?$/.exec(day.value) ?? [];
  const over = { subject: key };
  return [
    ...(monthDay ? [slotOf(clause, 'birthday', `-${monthDay}`, over)] : []),
    ...(year ? [slotOf(clause, 'birth_year', year, over)] : []),
  ];
};

const birthPlace = new RegExp(`^was born in (${properName})${valueEnd}`, 'u');
const bornIn = (clause: Clause): Slot[] => {
  const place = birthPlace.exec(clause.said)?.[1];
  return place ? [slotOf(clause, 'born_in', canonicalName(place))] : [];
};

const stateSlots = (clause: Clause): Slot[] => {
  const { said, subject, negated } = clause;
  if (subject.kind === 'thing') return [];
  const partner = spouse.exec(said)?.[2];
  const state = states.find(([pattern]) => pattern.test(said))?.[1];
  const trait = traits.exec(said)?.[1];
  return [
    ...(state ? [slotOf(clause, 'marital_status', state)] : []),
    ...(partner ? [slotOf(clause, 'partner', canonicalName(partner))] : []),
    ...(trait ? [yesOrNo(clause, `is:${trait.replace(' ', '-')}`, !negated)] : []),
  ];
};

const ageSlots = (clause: Clause): Slot[] => {
  const found = years.exec(clause.said)?.[1];
  const [age] = found ? numbersIn(found) : [];
  return age && clause.subject.kind === 'person' && Number(age) > 2 && Number(age) < 120
    ? [slotOf(clause, 'age', age)]
    : [];
};

/** Names, birthdays, ages, marriages, and a few traits that one has or has not. */
export const readIdentity: SlotReader = (clause) => [
  ...nameSlots(clause),
  ...calledSlots(clause),
  ...born(clause),
  ...stateSlots(clause),
  ...ageSlots(clause),
];
