import type { Slot } from '@hippocamp/shared/language/reading';
import { type Attribute, isSingle } from '../attributes.js';

/** Whom or what a clause is about. */
export interface Subject {
  /** `self`, "mara", "mara dog", "kiosk". */
  key: string;
  kind: 'person' | 'owned' | 'thing';
  /** Of "my sister": whose, and what. */
  owner: string | null;
  noun: string | null;
  /** There may be several of them, such as sisters; what one of them does contradicts nothing that is said of another. */
  several: boolean;
}

/** A subject and what is said of it; negation is taken out. */
export interface Clause {
  subject: Subject;
  /** From the verb on, without adverbs in front. */
  said: string;
  negated: boolean;
}

/** Reads slots of one kind. */
export type SlotReader = (clause: Clause) => Slot[];

export const slotOf = (
  { subject, negated }: Clause,
  attribute: Attribute,
  value: string,
  over: Partial<Slot> = {},
): Slot => ({
  subject: subject.key,
  attribute,
  value,
  polarity: !negated,
  single: isSingle(attribute) && !subject.several,
  ...over,
});

/** For what either is or is not so: "yes" and "no" are two values of one attribute. */
export const yesOrNo = (clause: Clause, attribute: Attribute, isSo: boolean): Slot =>
  slotOf(clause, attribute, isSo ? 'yes' : 'no', { polarity: true });
