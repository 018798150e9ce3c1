import type { Turn } from '@hippocamp/shared/language/statement';
import type { Span } from '../spans.js';
import type { Passage } from './layout/passages-of.js';

/** A part of a text that was read by itself. */
export interface ReadPart {
  /** As long as the part. */
  masked: string;
  passages: Passage[];
}

/** Turns of one message keep apart from those of the next. */
const TURNS_OF_MESSAGE = 10_000;

/** Which of the messages that were read together a turn is of. */
export const messageOf = (turn: number): number => Math.floor(turn / TURNS_OF_MESSAGE);

/** How a label names who says a message: by name, where it is a person's. */
export const labelOf = ({ role, name }: Turn): string | null => {
  if (role === 'tool') return null;
  return role === 'user' && name !== null ? name : role;
};

const moved = <Place extends Span>(place: Place, by: number): Place => ({
  ...place,
  start: place.start + by,
  end: place.end + by,
});

/** A passage of the message of this number, which begins at this place. */
export const placed = (passage: Passage, by: number, message: number): Passage => ({
  ...moved(passage, by),
  heading: passage.heading && moved(passage.heading, by),
  turn: passage.turn + message * TURNS_OF_MESSAGE,
});

/** Reads each message by itself, so that nothing in it can pass for another, and puts them together in the places of the text. */
export function readTurns(
  text: string,
  turns: readonly Turn[],
  read: (part: string, author: string | null) => ReadPart,
): ReadPart {
  let masked = text;
  const passages = turns.flatMap((turn, message) => {
    const part = read(text.slice(turn.start, turn.end), labelOf(turn));
    masked = masked.slice(0, turn.start) + part.masked + masked.slice(turn.end);
    // Whom a person quotes, a label in the message tells; whoever else is the only one who speaks in theirs.
    const speaks = turn.role === 'user' ? {} : { speaker: labelOf(turn) };
    return part.passages.map((passage) => ({ ...placed(passage, turn.start, message), ...speaks }));
  });
  return { masked, passages };
}
