import { isEmpty, type Span, trimSpan } from './spans.js';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Ends that close no sentence: titles and abbreviations; initials and numbering ("I" ends one often enough). */
const abbreviation = /(?:^|[\s(])(?:mrs?|ms|dr|prof|st|sr|jr|vs|approx|e\.g|i\.e|a\.m|p\.m|\d{1,2})\.\s*$/i;
const initial = /(?:^|[\s(])[A-HJ-Z]\.\s*$/;

const LONGEST = 1000;

/** A text without full stops is still cut, at white space where there is any. */
const cutLong = (text: string, span: Span): Span[] => {
  const parts: Span[] = [];
  let { start } = span;
  while (span.end - start > LONGEST) {
    const space = text.lastIndexOf(' ', start + LONGEST);
    const end = space > start ? space : start + LONGEST;
    parts.push({ start, end });
    start = end;
  }
  return [...parts, { start, end: span.end }].map((part) => trimSpan(text, part)).filter((part) => !isEmpty(part));
};

/** The sentences of a part of a text, in order, without white space at their ends. */
export function sentencesIn(text: string, within: Span): Span[] {
  const found: Span[] = [];
  let open: number | null = null;
  for (const { segment, index } of segmenter.segment(text.slice(within.start, within.end))) {
    const start: number = open ?? within.start + index;
    const end = within.start + index + segment.length;
    // "Dr. Weber", "7 p.m. on Friday": the segmenter ends a sentence there.
    const cutShort = abbreviation.test(segment) || initial.test(segment);
    open = cutShort && end < within.end ? start : null;
    if (open === null) found.push({ start, end });
  }
  if (open !== null) found.push({ start: open, end: within.end });
  return found
    .map((span) => trimSpan(text, span))
    .filter((span) => !isEmpty(span))
    .flatMap((span) => cutLong(text, span));
}
