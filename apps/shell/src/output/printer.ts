import { styleText } from 'node:util';
import { safeText } from '@hippocamp/shared/text/cleaned';
import type { Output, Shell } from '../shell.js';
import { type Column, type Paint, table } from './table.js';
import { cut } from './width.js';

export type Style = Parameters<typeof styleText>[0];

export interface Printer {
  /** Answers are printed as JSON. */
  json: boolean;
  /** Colours where a person looks, and NO_COLOR is not set. */
  paint(style: Style, text: string): string;
  say(line?: string): void;
  /** One JSON value, on a line of its own in a pipe. */
  print(value: unknown): void;
  table(columns: readonly Column[], rows: readonly string[][], styles?: Readonly<Record<number, Style>>): void;
  /** A remark beside the answer. */
  note(line: string): void;
  /** A bar that each call draws over; nothing where nobody looks. */
  progress(done: number, all: number, what: string): void;
}

const COLUMNS = 100;
const BAR = 24;
const CLEAR = '\r\u001b[K';

/** As it is seen: a stored text may hold what moves the cursor. */
export const seenText = (text: string): string => safeText(text);
/** The same, on one line. */
export const oneLine = (text: string): string => safeText(text).replaceAll('\n', ' ');

const bar = (share: number): string => {
  const filled = Math.round(Math.min(1, share) * BAR);
  return '█'.repeat(filled) + '░'.repeat(BAR - filled);
};

const progressOn = (aside: Output) => (done: number, all: number, what: string) => {
  if (!aside.isTTY) return;
  if (done >= all) aside.write(CLEAR);
  else
    aside.write(`${CLEAR}${cut(`${bar(done / all)} ${done}/${all} ${oneLine(what)}`, (aside.columns || COLUMNS) - 1)}`);
};

/** Tables for a person, JSON for a pipe; `json` decides otherwise. */
export function createPrinter({ output, aside }: Pick<Shell, 'output' | 'aside'>, json?: boolean): Printer {
  const isJson = json ?? !output.isTTY;
  // A terminal that does not know its width says 0.
  const columns = output.columns || COLUMNS;
  const paint = (style: Style, text: string) => styleText(style, text, { stream: output });
  const say = (line = '') => void output.write(`${line}\n`);
  return {
    json: isJson,
    paint,
    say,
    print: (value) => say(output.isTTY ? JSON.stringify(value, null, 2) : JSON.stringify(value)),
    table(titles, rows, styles = {}) {
      const painted: Paint = (text, at) => (styles[at] && text.trim() !== '' ? paint(styles[at], text) : text);
      const safe = rows.map((row) => row.map(seenText));
      const [head = '', ...lines] = table(titles, safe, columns, painted);
      say(paint('dim', head));
      for (const line of lines) say(line);
    },
    note: (line) => void aside.write(`${styleText('dim', line, { stream: aside })}\n`),
    progress: progressOn(aside),
  };
}
