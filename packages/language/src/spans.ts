/** A part of a text: UTF-16 units, start inclusive, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Stands for a unit of markup, so that a text without its markup keeps its length and spans fit both. No text may hold this one. */
export const HIDDEN = '\uFFFF';

const isBlank = (unit: string | undefined) => unit === HIDDEN || (unit !== undefined && unit.trim() === '');

/** The span without white space and markup at its ends. */
export function trimSpan(text: string, { start, end }: Span): Span {
  let first = start;
  let last = end;
  while (first < last && isBlank(text[first])) first += 1;
  while (last > first && isBlank(text[last - 1])) last -= 1;
  return { start: first, end: last };
}

/** The span without its first `count` readable units; white space in a row is one. */
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

/** The words of a masked part, as one reads them. */
export const readable = (masked: string): string =>
  masked.replaceAll(HIDDEN, '').replace(/\s+/g, ' ').trim().toWellFormed();

/** The position, moved on where it would cut a surrogate pair in two. */
export const wholeCharacter = (text: string, position: number): number =>
  /[\uDC00-\uDFFF]/.test(text[position] ?? '') && /[\uD800-\uDBFF]/.test(text[position - 1] ?? '')
    ? position + 1
    : position;

/** Same length, nothing to read. */
export const hide = (part: string): string => HIDDEN.repeat(part.length);

/** Same length: the replacement, then nothing. A replacement that would not fit hides the part. */
export const hideBehind = (part: string, replacement: string): string =>
  replacement.length > part.length ? hide(part) : replacement + hide(part.slice(replacement.length));

/** Same length, and the lines stay where they are. */
export const blankOut = (part: string): string => part.replace(/[^\n]/g, ' ');

/** The text with something else in some places, which are in their order and do not overlap. */
export function withReplaced<Place extends { at: number; end: number }>(
  text: string,
  places: readonly Place[],
  put: (place: Place) => string,
): string {
  const parts = places.map((place, nth) => text.slice(places[nth - 1]?.end ?? 0, place.at) + put(place));
  return parts.join('') + text.slice(places.at(-1)?.end ?? 0);
}
