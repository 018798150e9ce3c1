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

const itemMark = /^(?:[-*•–+◦▪‣·][ \t\uFFFF]+|\(?\d{1,3}[.)][ \t]+|\(?[a-z][.)][ \t]+(?=\S{2}))(?:\[[ xX]\][ \t]+)?/u;
const quoteMark = /^(?:>\s?)+/;
const headMark = /^#{1,6}\s+/;

/** A line without the signs that make it an item, a quotation or a heading. */
export function withoutMarks(masked: string, span: Span): { span: Span; isItem: boolean } {
  let { start } = span;
  let isItem = false;
  for (const mark of [quoteMark, itemMark, headMark]) {
    const found = mark.exec(masked.slice(start, Math.min(span.end, start + 40)));
    if (!found || isItem) continue;
    start += found[0].length;
    isItem = mark === itemMark;
  }
  return { span: trimSpan(masked, { start, end: span.end }), isItem };
}
