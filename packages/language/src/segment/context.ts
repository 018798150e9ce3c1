import { isEmpty, type Span, trimSpan, wholeCharacter } from '../spans.js';
import type { Passage } from './layout/passages-of.js';

const CONTEXT_UNITS = 500;
/** So many turns or lines before one are its context, as far as they fit. */
const BEFORE = 3;

/** Not in the middle of a word, where there is white space to begin at. */
const contextStart = (text: string, end: number, from: number): number => {
  if (end - from <= CONTEXT_UNITS) return from;
  const start = wholeCharacter(text, end - CONTEXT_UNITS);
  const space = text.slice(start, end).search(/\s/);
  return space >= 0 && start + space + 1 < end ? start + space + 1 : start;
};

const trimmed = (text: string, start: number, end: number): Span | null => {
  const span = trimSpan(text, { start, end });
  return isEmpty(span) ? null : span;
};

/** What was said before a statement, from `from` on; outside of a talk a heading further above is its own context. */
function contextOf(text: string, start: number, from: number | null, { heading, speaker }: Passage): Span | null {
  if (heading && speaker === null && start - heading.start > CONTEXT_UNITS) {
    return trimmed(text, heading.start, Math.min(heading.end, heading.start + CONTEXT_UNITS));
  }
  const first = Math.min(from ?? start, heading?.start ?? start);
  return first >= start ? trimmed(text, start, start) : trimmed(text, contextStart(text, start, first), start);
}

/** What was said before something that is said in a passage: in its own turn, or with the turns or lines before it. */
export type ContextOf = (said: { passage: Passage; start: number }) => Span | null;

export function contextsIn(text: string, passages: readonly Passage[]): ContextOf {
  const before = new Map(passages.map((passage, position) => [passage, passages[Math.max(0, position - BEFORE)]]));
  const openers = new Map<number, Passage>();
  for (const passage of passages) if (!openers.has(passage.turn)) openers.set(passage.turn, passage);

  const from = (passage: Passage, start: number): number | null => {
    const opener = openers.get(passage.turn);
    const earlier = before.get(passage)?.start ?? start;
    if (passage.speaker !== null && opener && opener.start < start) return Math.min(opener.start, earlier);
    return earlier < start ? earlier : null;
  };
  return ({ passage, start }) => contextOf(text, start, from(passage, start), passage);
}
