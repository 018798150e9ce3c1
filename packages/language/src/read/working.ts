import type { Slot } from '@hippocamp/shared/language/reading';
import { type Clause, type SlotReader, slotOf } from './clause.js';
import { isPassing } from './spans.js';
import { canonicalName, canonicalNoun, properName, valueEnd } from './value.js';

const organisation = `((?:(?:the|an?) )?${properName}|(?:the|an?) [\\p{L}\\p{M}\\p{N}'& -]{2,50}?)${valueEnd}`;
const works = new RegExp(
  `^(?:works?|(?:am|is|are) (?:now |currently )?working|(?:am|is) employed) (?:full[- ]time )?(?:as (?:an? |the )?\\p{L}[\\p{L} -]{1,40}? )?(?:at|for|by) ${organisation}`,
  'u',
);
const starts = new RegExp(
  `^(?:(?:have|has) )?(?:just )?(?:started (?:working |work |(?:a|my|his|her|their) new job )(?:at|for|with)|started (?:at|with)|got (?:a|the|my|his|her) (?:new )?job (?:at|with)|was hired (?:by|at)) ${organisation}`,
  'u',
);
const startedBare = /^(?:(?:have|has) )?(?:just )?started (?:at|with) (?!\p{Lu})/u;
const leaves = new RegExp(
  `^(?:(?:have|has) )?(?:just )?(?:quit (?:my|the|his|her|their) job (?:at|with)|left (?:my|the|his|her|their) job (?:at|with)|resigned from|stopped working (?:at|for)|was (?:fired|laid off) (?:from|by)|got (?:fired|laid off) (?:from|by)) ${organisation}`,
  'u',
);
const role =
  /^(?:works?|(?:am|is) (?:now |currently )?(?:working|employed)|started (?:working )?|(?:have|has) (?:just )?started (?:working )?) ?(?:(?:at|for) .{1,60}? )?as (?:an? |the )?(\p{L}[\p{L} -]{1,40}?)(?=$|[,.;:]| (?:at|for|in|on|with|from|since|and|now|who|where|which|again)\b)/u;
const profession =
  /^(?:am|is) (?:now |currently )?(?:an? |the )(\p{L}{0,20} ?(?:teacher|nurse|doctor|engineer|developer|programmer|designer|architect|lawyer|chef|cook|baker|pilot|accountant|dentist|vet|plumber|electrician|carpenter|journalist|writer|photographer|musician|scientist|researcher|professor|librarian|pharmacist|therapist|psychologist|firefighter|driver|farmer|manager|consultant|translator|paramedic|midwife|surgeon|physiotherapist|electrical engineer))(?=$|[,.;:]| (?:at|for|in|by|and|from|since|now|who)\b)/u;

const noEmployer =
  /^(?:home|night|nights|day|moment|time|weekends?|same|best|first|last|least|most|beginning|end|age|pace|speed|table|desk|laptop|living|future|minute|university|whole|other)\b/;
const past = /\b(?:in|back in) (?:19|20)\d{2}\b|\bago\b|\bwhen I was\b/;

/** At the food bank on Sundays, in the shop next summer: that takes no other work's place. */
const isForATime = (said: string): boolean => isPassing(said) || /^(?:works?|am|is|are)\b.* next\b/.test(said);

const employer = (clause: Clause, found: RegExpExecArray): Slot[] => {
  const written = found[1] ?? '';
  const name = canonicalName(written);
  if (name === '' || noEmployer.test(name) || past.test(clause.said)) return [];
  if (/ (?:and|or) (?:at|for|also) /.test(clause.said)) return [];
  // "a bakery" may be the one that is named elsewhere.
  const isNamed = !/^an? | (?:and|&) /.test(written);
  return [slotOf(clause, 'works_at', name, isNamed ? {} : { single: false })];
};

const job = (clause: Clause): Slot[] => {
  const as = role.exec(clause.said)?.[1];
  if (as && !past.test(clause.said) && !isForATime(clause.said)) {
    return [slotOf(clause, 'works_as', canonicalNoun(as))];
  }
  const is = profession.exec(clause.said)?.[1];
  return is ? [slotOf(clause, 'works_as', canonicalNoun(is), { single: false })] : [];
};

/** Where and as what somebody works. */
export const readWorking: SlotReader = (clause) => {
  const { said, subject } = clause;
  if (subject.kind === 'thing') return [];
  const left = leaves.exec(said);
  if (left) return employer({ ...clause, negated: true }, left);
  const started = startedBare.test(said) ? null : starts.exec(said);
  const working = isForATime(said) ? null : works.exec(said);
  const found = working ?? (clause.negated ? null : started);
  return [...(found ? employer(clause, found) : []), ...job(clause)];
};
