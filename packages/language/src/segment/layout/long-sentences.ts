import { isEmpty, type Span, trimSpan, wholeCharacter } from '../../spans.js';

const LONGEST = 1000;
/** A part shorter than this says too little to be cut off at a clause. */
const SHORTEST = 300;

const clauseEnds = ['; ', ': ', ' – ', ' — ', ', ', '，', '、', '؛ ', '، '];

/** The last place to cut before `limit`: after a clause, at white space, or right there. */
const cutBefore = (text: string, start: number, limit: number): number => {
  const part = text.slice(start, limit + 1);
  for (const end of clauseEnds) {
    const found = part.lastIndexOf(end, limit - start - end.length);
    if (found >= SHORTEST) return start + found + end.length;
  }
  const space = part.lastIndexOf(' ');
  return space > 0 ? start + space : wholeCharacter(text, limit);
};

/** A text without full stops is still cut. */
export function cutLong(text: string, span: Span): Span[] {
  const parts: Span[] = [];
  let { start } = span;
  while (span.end - start > LONGEST) {
    const end = cutBefore(text, start, start + LONGEST);
    parts.push({ start, end });
    start = end;
  }
  return [...parts, { start, end: span.end }].map((part) => trimSpan(text, part)).filter((part) => !isEmpty(part));
}
