import { sentencesIn } from '../segment/layout/sentences.js';
import { leans } from '../segment/statements/leaning.js';
import type { Span } from '../spans.js';

/** Words that are quoted at the head, so that an answer or a value can be understood, belong to it. */
const quoted = /^(?:[^":\n]{1,130}, )?(?:asked|after) "[^\n]{1,1000}?": /iu;

/** The statements of a text; none where all of it is one. */
export function statementsIn(content: string): Span[] {
  const start = quoted.exec(content)?.[0].length ?? 0;
  const spans: Span[] = [];
  for (const sentence of sentencesIn(content, { start, end: content.length })) {
    const last = spans.at(-1);
    // What leans on the sentence before it says nothing that could be compared without that.
    if (last && leans(content.slice(sentence.start, sentence.end))) last.end = sentence.end;
    else spans.push(last ? { ...sentence } : { ...sentence, start: 0 });
  }
  return spans.length > 1 ? spans : [];
}
