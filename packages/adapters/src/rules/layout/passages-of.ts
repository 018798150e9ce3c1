import { HIDDEN, isEmpty, readable, type Span, trimSpan } from '../spans.js';
import { isHeading } from './headings.js';
import { type Label, labelOf } from './labels.js';
import { linesOf } from './lines.js';
import { isEvent, logLineOf, shapeOf } from './log-line.js';
import type { Passage } from './passages.js';
import { speakersIn } from './speakers.js';
import { createTableReader } from './table.js';

const itemMark = /^(?:[-*•–+◦▪‣·][ \t\uFFFF]+|\(?\d{1,3}[.)][ \t]+|\(?[a-z][.)][ \t]+(?=\S{2}))(?:\[[ xX]\][ \t]+)?/u;
const quoteMark = /^(?:>\s?)+/;
const headMark = /^#{1,6}\s+/;
const ruler = /^[\s\-=*_~#]{3,}$/;
const OFTEN = 3;

export interface PassageOptions {
  isChat: boolean;
  /** Who wrote all of it, as the head of a mail says. */
  author: string | null;
}

interface State {
  speaker: string | null;
  turn: number;
  heading: Span | null;
  stampedChat: boolean;
}

/** Shapes of log lines that come again and again. */
const noisyShapes = (lines: readonly string[]): Set<string> => {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const log = logLineOf(line);
    if (log === null) continue;
    const shape = shapeOf(line.slice(log.message));
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= OFTEN).map(([shape]) => shape));
};

const withoutMarks = (masked: string, span: Span): { span: Span; isItem: boolean } => {
  let { start } = span;
  for (const mark of [quoteMark, itemMark, headMark]) {
    const found = mark.exec(masked.slice(start, Math.min(span.end, start + 40)));
    if (!found) continue;
    start += found[0].length;
    if (mark === itemMark) return { span: trimSpan(masked, { start, end: span.end }), isItem: true };
  }
  return { span: trimSpan(masked, { start, end: span.end }), isItem: false };
};

/** Cuts a masked text into passages: turns, lines, items, rows; headings are known to those below them. */
export function passagesOf(masked: string, { isChat, author }: PassageOptions): Passage[] {
  const lines = linesOf(masked);
  const texts = lines.map(({ start, end }) => masked.slice(start, end));
  const labels = texts.map((line) => (line === '' || isSoleLog(line) ? null : labelOf(line)));
  const speakers = speakersIn(labels, isChat);
  const noisy = noisyShapes(texts);
  const table = createTableReader();
  const state: State = { speaker: author, turn: 0, heading: null, stampedChat: speakers.size > 0 };

  const read = (line: Span, position: number): Passage[] => {
    const text = texts[position] ?? '';
    if (text === '') return endParagraph();
    const label = labels[position] ?? null;
    if (label && speakers.has(label.speaker)) return startTurn(line, label);
    const cells = table.read(text, texts[position + 1] ?? '');
    if (cells !== null) return cells === '' ? [] : [passage(line, 'row', { said: cells })];
    const log = readLog(line, text);
    if (log !== null) return log;
    if (ruler.test(text)) return [];
    if (isHeadingAt(position)) return startHeading(line);
    const { span, isItem } = withoutMarks(masked, line);
    return isEmpty(span) ? [] : [passage(span, isItem ? 'item' : 'prose')];
  };

  const passage = (span: Span, kind: Passage['kind'], more: Partial<Passage> = {}): Passage => ({
    ...span,
    kind,
    speaker: state.speaker,
    turn: state.turn,
    heading: state.heading,
    ...more,
  });

  // Who speaks in a chat goes on after a blank line; elsewhere a blank line ends what was said.
  const endParagraph = (): Passage[] => {
    if (!isChat) state.speaker = author;
    return [];
  };

  const startTurn = (line: Span, label: Label): Passage[] => {
    state.speaker = label.speaker;
    state.turn += 1;
    state.heading = null;
    const words = trimSpan(masked, { start: line.start + label.length, end: line.end });
    return isEmpty(words) ? [] : [passage(words, 'prose')];
  };

  const startHeading = (line: Span): Passage[] => {
    if (state.speaker === null || !isChat) state.speaker = author;
    const { span } = withoutMarks(masked, line);
    state.heading = isEmpty(span) ? null : span;
    return isEmpty(span) ? [] : [passage(span, 'heading', { heading: null })];
  };

  const isHeadingAt = (position: number): boolean =>
    isHeading(bare(texts[position]), {
      before: texts[position - 1] ?? '',
      after: texts[position + 1] ?? '',
      isLast: position >= lines.length - 1 || texts.slice(position + 1, position + 3).every((text) => text === ''),
      isChat: isChat && speakers.size > 0,
    });

  const readLog = (line: Span, text: string): Passage[] | null => {
    const log = logLineOf(text);
    if (log === null) return null;
    const message = text.slice(log.message);
    const worth = (log.level === null || log.level === 'INFO' || log.level === 'NOTICE') && isEvent(message);
    if (!worth || noisy.has(shapeOf(message))) return [];
    const words = readable(message);
    return [passage(line, 'log', { said: log.stamp === '' ? words : `${log.stamp}: ${words}`, speaker: null })];
  };

  return lines.flatMap(read);
}

const bare = (line: string | undefined) => (line ?? '').replaceAll(HIDDEN, '');

/** A line with time and level is no label, though its origin ends with a colon. */
const isSoleLog = (line: string): boolean => logLineOf(line)?.level !== null && logLineOf(line) !== null;
