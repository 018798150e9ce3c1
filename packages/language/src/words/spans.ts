/** A part of a text: UTF-16 units, start inclusive, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Stands for a unit of hidden markup, so that a masked text keeps its length. No text may contain it. */
export const HIDDEN = '\uFFFF';

const isBlank = (unit: string | undefined) => unit === HIDDEN || (unit !== undefined && unit.trim() === '');

export function trimSpan(text: string, { start, end }: Span): Span {
  let first = start;
  let last = end;
  while (first < last && isBlank(text[first])) first += 1;
  while (last > first && isBlank(text[last - 1])) last -= 1;
  return { start: first, end: last };
}

/** A run of white space counts as one of the readable units. */
export function advance(masked: string, { start, end }: Span, count: number): Span {
  let position = start;
  let left = count;
  while (left > 0 && position < end) {
    const unit = masked[position] ?? '';
    const isSpace = unit.trim() === '';
    const goesOn = isSpace && (masked[position + 1] ?? 'x').trim() === '';
    if (unit !== HIDDEN && !goesOn) left -= 1;
    position += 1;
  }
  return { start: position, end };
}

export const isEmpty = ({ start, end }: Span) => start === end;

export const readable = (masked: string): string =>
  masked.replaceAll(HIDDEN, '').replace(/\s+/g, ' ').trim().toWellFormed();

/** Moves on a position that would cut a surrogate pair in two. */
export const wholeCharacter = (text: string, position: number): number =>
  /[\uDC00-\uDFFF]/.test(text[position] ?? '') && /[\uD800-\uDBFF]/.test(text[position - 1] ?? '')
    ? position + 1
    : position;

/** The length stays the same. */
export const hide = (part: string): string => HIDDEN.repeat(part.length);

/** Same length: the replacement, then nothing. A replacement that would not fit hides the part. */
export const hideBehind = (part: string, replacement: string): string =>
  replacement.length > part.length ? hide(part) : replacement + hide(part.slice(replacement.length));

/** Same length, and the lines stay where they are. */
export const blankOut = (part: string): string => part.replace(/[^\n]/g, ' ');

/** The places are in order and do not overlap. */
export function withReplaced<Place extends { at: number; end: number }>(
  text: string,
  places: readonly Place[],
  put: (place: Place) => string,
): string {
  const parts = places.map((place, nth) => text.slice(places[nth - 1]?.end ?? 0, place.at) + put(place));
  return parts.join('') + text.slice(places.at(-1)?.end ?? 0);
}
