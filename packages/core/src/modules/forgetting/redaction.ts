import type { Span } from '../../ports/records.js';

/** One UTF-16 unit: what takes its place is as long as what it hides, so that every other span stays right. */
const FILL = '█';

/** The same text with nothing of its words left; its lines stay. */
export const hide = (text: string): string => text.replace(/[^\n\r]/g, FILL);

const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number) => unit >= 0xdc00 && unit < 0xe000;

/** Within the text, and no half of a character. */
const wholeSpan = (text: string, { start, end }: Span): Span => {
  const from = Math.min(Math.max(start, 0), text.length);
  const to = Math.min(Math.max(end, from), text.length);
  const startsInside = isLow(text.charCodeAt(from)) && isHigh(text.charCodeAt(from - 1));
  const endsInside = isLow(text.charCodeAt(to)) && isHigh(text.charCodeAt(to - 1));
  return { start: startsInside ? from - 1 : from, end: endsInside ? to + 1 : to };
};

const inOrder = (first: Span, second: Span) => first.start - second.start || first.end - second.end;

/** The parts of the first spans that no second one covers. */
function without(spans: readonly Span[], kept: readonly Span[]): Span[] {
  const walls = [...kept].sort(inOrder);
  return spans.flatMap(({ start, end }) => {
    const parts: Span[] = [];
    let from = start;
    for (const wall of walls) {
      if (wall.start >= end) break;
      if (wall.start > from) parts.push({ start: from, end: Math.min(wall.start, end) });
      from = Math.max(from, wall.end);
    }
    return from < end ? [...parts, { start: from, end }] : parts;
  });
}

/** The text without the words in these spans, at the same length; what a kept span covers stays. */
export function redact(text: string, spans: readonly Span[], kept: readonly Span[]): string {
  const whole = (span: Span) => wholeSpan(text, span);
  let redacted = '';
  let at = 0;
  for (const { start, end } of without(spans.map(whole), kept.map(whole)).sort(inOrder)) {
    const from = Math.max(start, at);
    if (from >= end) continue;
    redacted += text.slice(at, from) + hide(text.slice(from, end));
    at = end;
  }
  return redacted + text.slice(at);
}

export const overlap = (first: Span, second: Span): boolean => first.start < second.end && second.start < first.end;

/** Whether something was taken out of a text. */
export const holdsHidden = (text: string): boolean => text.includes(FILL);
