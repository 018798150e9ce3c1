import { type Span, trimSpan } from '../../spans.js';

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
