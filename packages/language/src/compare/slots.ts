import type { Slot } from '@hippocamp/shared/language/reading';

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
export const covers = (slots: readonly Slot[], wanted: readonly Slot[]) =>
  wanted.every((slot) => slots.some((other) => sameSlot(slot, other)));
