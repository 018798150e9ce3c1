import type { Reading, Slot } from './reading.js';

const isOfSame = (first: Slot, second: Slot): boolean =>
  first.subject === second.subject && first.attribute === second.attribute;

const isSame = (first: Slot, second: Slot): boolean =>
  isOfSame(first, second) && first.value === second.value && first.polarity === second.polarity;

/**
 * One thing cannot be both: another value of the same subject and single-valued attribute, or the denial of this one.
 * "Does not live in Lisbon" and "lives in Porto" may both be true.
 */
const opposes = (first: Slot, second: Slot): boolean => {
  if (!first.single || !second.single || !isOfSame(first, second)) return false;
  if (first.value === second.value) return first.polarity !== second.polarity;
  return first.polarity && second.polarity;
};

/** Whether what was read of the newer gives another value to something that the older tells, and nothing else that the older tells is left out. */
export function givesOtherValue(newer: Pick<Reading, 'slots'>, older: Pick<Reading, 'slots'>): boolean {
  const opposed = older.slots.filter((slot) => newer.slots.some((other) => opposes(slot, other)));
  const rest = older.slots.filter((slot) => !opposed.includes(slot));
  return opposed.length > 0 && rest.every((slot) => newer.slots.some((other) => isSame(slot, other)));
}
