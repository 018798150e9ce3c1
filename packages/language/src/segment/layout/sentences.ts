import { HIDDEN, isEmpty, type Span, trimSpan, wholeCharacter } from '../../words/spans.js';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A full stop after these ends no sentence. "I" is left out of the initials, as it ends one often enough. */
const abbreviation =
  /(?:^|[\s(\uFFFF])(?:mrs?|ms|dr|prof|st|sr|jr|vs|approx|appts?|apts?|avg|tel|govt|e\.g|i\.e|a\.m|p\.m|ca|incl|esp|nos?|vol|fig|dept|est|z\.b|d\.h|bzw|\d{1,2})\.\s*$/i;
const initial = /(?:^|[\s(])[A-HJ-Z]\.\s*$/;
const unit = /(?:^|[\s\d(])(?:a\.m|p\.m)\.\s*$/i;

/** Ends of sentences in lower-case text, for which the segmenter waits for a capital. */
const quietEnd = /(?<=\p{L}{2})[.!?…]\s+(?=\p{Ll})/gu;

const cutQuiet = (text: string, span: Span): Span[] => {
  const parts: Span[] = [];
  let { start } = span;
  for (const found of text.slice(span.start, span.end).matchAll(quietEnd)) {
    const end = span.start + found.index + 1;
    if (abbreviation.test(text.slice(Math.max(start, end - 12), end))) continue;
    parts.push({ start, end });
    start = end + found[0].length - 1;
  }
  return [...parts, { start, end: span.end }];
};

const endsEarly = (segment: string, next: string): boolean => {
  const tail = segment.slice(-24);
  // "at 7 p.m. Then we left": a capital after it begins a sentence.
  if (unit.test(tail)) return !/^[\s\uFFFF]*\p{Lu}/u.test(next);
  return abbreviation.test(tail) || initial.test(tail);
};

const LONGEST = 1000;
/** A part shorter than this (UTF-16 units) is not cut off at a clause. */
const SHORTEST = 300;

const clauseEnds = ['; ', ': ', ' – ', ' — ', ', ', '，', '、', '؛ ', '، '];

/** The cut is after a clause, at white space, or right at the limit. */
const cutBefore = (text: string, start: number, limit: number): number => {
  const part = text.slice(start, limit + 1);
  for (const end of clauseEnds) {
    const found = part.lastIndexOf(end, limit - start - end.length);
    if (found >= SHORTEST) return start + found + end.length;
  }
  const space = part.lastIndexOf(' ');
  return space > 0 ? start + space : wholeCharacter(text, limit);
};

function cutLong(text: string, span: Span): Span[] {
  const parts: Span[] = [];
  let { start } = span;
  while (span.end - start > LONGEST) {
    const end = cutBefore(text, start, start + LONGEST);
    parts.push({ start, end });
    start = end;
  }
  return [...parts, { start, end: span.end }].map((part) => trimSpan(text, part)).filter((part) => !isEmpty(part));
}

export function sentencesIn(text: string, within: Span): Span[] {
  const found: Span[] = [];
  let open: number | null = null;
  const part = text.slice(within.start, within.end).replaceAll(HIDDEN, '\u2060');
  for (const { segment, index } of segmenter.segment(part)) {
    const start: number = open ?? within.start + index;
    const end = within.start + index + segment.length;
    const cutShort = end < within.end && endsEarly(segment, text.slice(end, end + 20));
    open = cutShort ? start : null;
    if (open === null) found.push({ start, end });
  }
  if (open !== null) found.push({ start: open, end: within.end });
  return found
    .flatMap((span) => cutQuiet(text, span))
    .map((span) => trimSpan(text, span))
    .filter((span) => !isEmpty(span))
    .flatMap((span) => cutLong(text, span));
}

export const sentencesOf = (text: string): string[] =>
  sentencesIn(text, { start: 0, end: text.length }).map(({ start, end }) => text.slice(start, end));
