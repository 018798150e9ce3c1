import type { Extraction, ExtractionInput, Extractor } from '@hippocamp/core/ports/extractor';
import { classify } from './classify.js';
import { sentencesIn } from './sentences.js';
import type { Span } from './spans.js';
import { type Utterance, utterancesOf } from './utterances.js';
import { isWorthKeeping } from './worth-keeping.js';

const CONTEXT_UNITS = 500;
const JOINED_UNITS = 300;

/** Labels of roles, not of people: the first person stays the first person. */
const ownRoles = new Set(['user', 'human', 'me', 'customer']);

/** A sentence that leans on the one before it says little alone. */
const leansBack = /^(?:it|they|he|she|that|this|these|those|but|and|so|also|because|then|which|there)\b/i;

const joinable = (text: string, before: Span | undefined, next: Span): before is Span =>
  before !== undefined &&
  leansBack.test(text.slice(next.start, next.end)) &&
  next.end - before.start <= JOINED_UNITS &&
  /^\s*$/.test(text.slice(before.end, next.start));

/** The statements of an utterance; one that leans on its neighbour is joined to it. */
const statementsIn = (text: string, utterance: Utterance): Span[] => {
  const kept: Span[] = [];
  for (const sentence of sentencesIn(text, utterance)) {
    if (!isWorthKeeping(text.slice(sentence.start, sentence.end))) continue;
    const before = kept.at(-1);
    if (joinable(text, before, sentence)) before.end = sentence.end;
    else kept.push(sentence);
  }
  return kept;
};

/** A surrogate pair is not cut in two. */
const contextStart = (text: string, end: number, from: number): number => {
  const start = Math.max(from, end - CONTEXT_UNITS);
  return start > 0 && /[\uDC00-\uDFFF]/.test(text[start] ?? '') ? start + 1 : start;
};

/** What was said before: in the same utterance, or the utterance before it. */
const contextOf = (text: string, span: Span, utterance: Utterance, before: Utterance | undefined) => {
  const from = span.start > utterance.start ? utterance.start : before?.start;
  if (from === undefined) return { context: null, contextStart: null };
  const start = contextStart(text, span.start, from);
  const context = text.slice(start, span.start).trim();
  return context === '' ? { context: null, contextStart: null } : { context, contextStart: start };
};

const bullet = /^(?:[-*•–]|\d{1,2}[.)])\s+/;

const contentOf = (span: string, speaker: string | null): string => {
  const words = span.replace(bullet, '').replace(/\s+/g, ' ');
  return speaker === null || ownRoles.has(speaker.toLowerCase()) ? words : `${speaker}: ${words}`;
};

/** Statements by rules: no model, no network. English cues; other languages get their sentences without them. */
export function createRuleExtractor(): Extractor {
  return {
    version: 'rules-1',
    promptVersion: 'none',
    async extract({ text, source }: ExtractionInput): Promise<Extraction[]> {
      const utterances = utterancesOf(text, source === 'chat');
      return utterances.flatMap((utterance, position) =>
        statementsIn(text, utterance).map((span): Extraction => {
          const sourceSpan = text.slice(span.start, span.end);
          return {
            content: contentOf(sourceSpan, utterance.speaker),
            ...classify(sourceSpan),
            sourceSpan,
            start: span.start,
            end: span.end,
            ...contextOf(text, span, utterance, utterances[position - 1]),
          };
        }),
      );
    },
  };
}
