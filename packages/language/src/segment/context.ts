import { type Span, wholeCharacter } from '../spans.js';

const CONTEXT_UNITS = 500;

/** Not in the middle of a word, where there is white space to begin at. */
const contextStart = (text: string, end: number, from: number): number => {
  if (end - from <= CONTEXT_UNITS) return from;
  const start = wholeCharacter(text, end - CONTEXT_UNITS);
  const space = text.slice(start, end).search(/\s/);
  return space >= 0 && start + space + 1 < end ? start + space + 1 : start;
};

/** What was said before a statement, from `from` on; a heading further above is its own context. */
export function contextOf(text: string, start: number, from: number | null, heading: Span | null): Span | null {
  if (heading && (from === null || heading.start < from) && start - heading.start > CONTEXT_UNITS) {
    return trimmed(text, heading.start, Math.min(heading.end, heading.start + CONTEXT_UNITS));
  }
  const first = Math.min(from ?? start, heading?.start ?? start);
  return first >= start ? trimmed(text, start, start) : trimmed(text, contextStart(text, start, first), start);
}

const trimmed = (text: string, start: number, end: number): Span | null => {
  const part = text.slice(start, end);
  const length = part.trim().length;
  const first = start + part.length - part.trimStart().length;
  return length === 0 ? null : { start: first, end: first + length };
};
