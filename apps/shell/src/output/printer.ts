import { styleText } from 'node:util';
import { safeLine, safeText } from '@hippocamp/shared/text/cleaned';
import type { Output, Shell } from '../shell.js';
import { type Column, type Paint, table } from './table.js';
import { cut } from './width.js';

export type Style = Parameters<typeof styleText>[0];

export interface Printer {
  json: boolean;
  /** Colours only a terminal, and only without NO_COLOR. */
  paint(style: Style, text: string): string;
  say(line?: string): void;
  /** One JSON value; in a pipe on one line. */
  print(value: unknown): void;
  table(columns: readonly Column[], rows: readonly string[][], styles?: Readonly<Record<number, Style>>): void;
  /** Written to standard error, beside the answer. */
  note(line: string): void;
  /** Each call draws over the bar. Without a terminal nothing is drawn. */
  progress(done: number, all: number, what: string): void;
}

const COLUMNS = 100;
const BAR = 24;
const CLEAR = '\r\u001b[K';

/** Texts from the store, an answer or a file may hold characters that move the cursor. */
export const seenText = (text: string): string => safeText(text);
export const oneLine = safeLine;

/** Within JSON: what moves the cursor, or hides or turns round text. Two joiners shape letters, and stay. */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const escaped = (found: string): string =>
  found
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** The same value, whatever shows the text. */
const jsonOf = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(unseen, (found) => (found === '\n' ? found : escaped(found)));

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

/** Tables on a terminal and JSON in a pipe, unless `json` decides. */
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
    print: (value) => say(jsonOf(value, output.isTTY ? 2 : undefined)),
    table(titles, rows, styles = {}) {
      const painted: Paint = (text, at) => (styles[at] && text.trim() !== '' ? paint(styles[at], text) : text);
      const safe = rows.map((row) => row.map(seenText));
      const [head = '', ...lines] = table(titles, safe, columns, painted);
      say(paint('dim', head));
      for (const line of lines) say(line);
    },
    note: (line) => void aside.write(`${styleText('dim', seenText(line), { stream: aside })}\n`),
    progress: progressOn(aside),
  };
}
