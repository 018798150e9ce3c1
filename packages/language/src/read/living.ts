import type { Slot } from '@hippocamp/shared/language/reading';
import { type Clause, type SlotReader, slotOf } from './clause.js';
import { canonicalPlace, isAddress, isPlace, isRegion } from './places.js';
import { hasOtherDay, isComing, isPassing } from './spans.js';
import { canonicalName, properName, valueEnd } from './value.js';

const place = `(?:the )?((?:\\d{1,5}[a-z]? )?${properName}(?: \\d{1,5}[a-z]?)?)(?:, (${properName}))?${valueEnd}`;
const lives = new RegExp(
  `^(?:lives?|(?:am|is|are) (?:now |currently )?(?:living|based)|resides?) (?:now |currently |here )?(?:in|at|on) ${place}(.*)$`,
  'u',
);
const moves = new RegExp(
  `^(?:(?:have|has) )?(?:(?:just|recently|finally|already|now) )?(?:moved|relocated|am moving|is moving|are moving|am relocating|is relocating|moves?) (?:back |over |out |house |away )?(?:from ${properName} )?(?:in)?to ${place}(.*)$`,
  'u',
);

/** In two places, or of work: not where one lives now. */
const doubtful = /^ (?:and|or) \p{Lu}|\b(?:team|role|job|department|company|firm|position)\b|^ as an? /iu;
const planned = /^(?:am|is|are|moves?)\b/;
const past = /\b(?:in|back in) (?:19|20)\d{2}\b|\bago\b|\bwhen\b|\bthen\b/i;

const isUnsure = (rest: string): boolean => doubtful.test(rest) || isPassing(rest);

const placeSlots = (clause: Clause, found: RegExpExecArray): Slot[] => {
  const name = canonicalPlace(canonicalName(found[1] ?? ''));
  if (name === '' || !isPlace(name) || /\band\b/.test(name)) return [];
  if (isAddress(name)) return [slotOf(clause, 'address', name)];
  if (isRegion(name)) return [slotOf(clause, 'lives_in_region', name)];
  return [slotOf(clause, 'lives_in', name)];
};

/** Where somebody lives or moves to. */
export const readLiving: SlotReader = (clause) => {
  const { said, subject } = clause;
  if (subject.kind === 'thing') return [];
  const living = lives.exec(said);
  if (living) return isUnsure(living[3] ?? '') || isComing(living[3] ?? '') ? [] : placeSlots(clause, living);
  const moving = moves.exec(said);
  const rest = moving?.[3] ?? '';
  if (!moving || clause.negated || isUnsure(rest) || past.test(rest)) return [];
  const isPlan = planned.test(said) && (isComing(rest) || hasOtherDay(rest));
  return isPlan ? [] : placeSlots(clause, moving);
};
