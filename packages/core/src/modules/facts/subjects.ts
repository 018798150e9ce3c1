import { NAME, type Reading, type Slot } from '@hippocamp/shared/language/reading';

const SELF = 'self';

/** Names by which the first person of an owner and actor is known, in lower case. */
export type Aliases = ReadonlySet<string>;

/** The first person is somebody: that of the request's owner (facts are kept by owner) and actor. */
export const selfKey = (actorId: string | undefined) => (actorId === undefined ? SELF : `${SELF}:${actorId}`);

const resolveSlot = (slot: Slot, self: string, aliases: Aliases): Slot =>
  slot.subject === SELF || aliases.has(slot.subject) ? { ...slot, subject: self } : slot;

/** The reading with the first person, and names that it gave itself, under one key. */
export const resolve = <Read extends Reading>(reading: Read, self: string, aliases: Aliases): Read => ({
  ...reading,
  slots: reading.slots.map((slot) => resolveSlot(slot, self, aliases)),
});

/** The names that a reading gives to the first person. */
export const namesGiven = ({ slots }: Reading, self: string): string[] =>
  slots
    .filter(({ subject, attribute, polarity }) => subject === self && attribute === NAME && polarity)
    .map(({ value }) => value);
