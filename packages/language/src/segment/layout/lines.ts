import { isEmpty, type Span, trimSpan } from '../../spans.js';

/** The lines of a text without white space at their ends; blank ones are empty spans. */
export function linesOf(masked: string): Span[] {
  const lines: Span[] = [];
  for (let start = 0; start <= masked.length; ) {
    const newline = masked.indexOf('\n', start);
    const end = newline < 0 ? masked.length : newline;
    const line = trimSpan(masked, { start, end });
    if (!isEmpty(line) || !isEmpty(lines.at(-1) ?? { start: 0, end: 0 })) lines.push(line);
    start = end + 1;
  }
  return lines;
}
