import type { Span } from '../../ports/records.js';

/** Held of a text before those that overlap are joined. */
const MOST_SPANS = 10_000;

function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const { start, end } of spans.toSorted((first, second) => first.start - second.start)) {
    const last = found.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else found.push({ start, end });
  }
  return found;
}

/** Spans of one text. Once they are many, those that overlap or touch are joined. */
export interface HeldSpans {
  add(span: Span): void;
  all(): readonly Span[];
}

export function createHeldSpans(most = MOST_SPANS): HeldSpans {
  let spans: Span[] = [];
  let room = most;
  return {
    add(span) {
      spans.push(span);
      if (spans.length <= room) return;
      spans = joined(spans);
      room = Math.max(most, 2 * spans.length);
    },
    all: () => spans,
  };
}
