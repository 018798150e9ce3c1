import type { Span } from '../../ports/records.js';

/** One UTF-16 unit, so that a redacted text keeps its length and all other spans stay right. */
const FILL = '█';

/** Line breaks stay. */
export const hide = (text: string): string => text.replace(/[^\n\r]/g, FILL);

const splitsCharacter = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xffff;

/** A span that begins or ends within a character marks the whole character. */
function mark(units: Uint8Array, text: string, spans: readonly Span[], value: number): void {
  for (const { start, end } of spans) {
    const from = Math.min(Math.max(start, 0), text.length);
    const to = Math.min(Math.max(end, from), text.length);
    units.fill(value, splitsCharacter(text, from) ? from - 1 : from, splitsCharacter(text, to) ? to + 1 : to);
  }
}

/** Keeps the length of the text. `kept` spans win over `spans`. */
export function redact(text: string, spans: readonly Span[], kept: readonly Span[]): string {
  const going = new Uint8Array(text.length);
  mark(going, text, spans, 1);
  mark(going, text, kept, 0);
  let redacted = '';
  let at = 0;
  for (let from = going.indexOf(1); from >= 0; from = going.indexOf(1, at)) {
    const next = going.indexOf(0, from);
    redacted += text.slice(at, from);
    at = next < 0 ? text.length : next;
    redacted += hide(text.slice(from, at));
  }
  return redacted + text.slice(at);
}

export const overlap = (first: Span, second: Span): boolean => first.start < second.end && second.start < first.end;

/** The same with any of many, of which each look takes as long as the logarithm of their number. */
export function overlapWithAny(spans: readonly Span[]): (span: Span) => boolean {
  const sorted = [...spans].sort((first, second) => first.start - second.start);
  let last = Number.NEGATIVE_INFINITY;
  /** Where those up to each end at the latest. */
  const ends = sorted.map(({ end }) => {
    last = Math.max(last, end);
    return last;
  });
  return ({ start, end }) => {
    let from = 0;
    for (let to = sorted.length; from < to; ) {
      const middle = (from + to) >>> 1;
      if ((sorted[middle] as Span).start < end) from = middle + 1;
      else to = middle;
    }
    return from > 0 && (ends[from - 1] as number) > start;
  };
}

/** True when words were taken out of the text. */
export const holdsHidden = (text: string): boolean => text.includes(FILL);
