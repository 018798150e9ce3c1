import { styleText } from 'node:util';
import type { Candidate } from '@hippocamp/shared/schemas/ingest';
import type { QueryAnswer } from '@hippocamp/shared/schemas/query';
import { safeText } from '@hippocamp/shared/text/cleaned';

const WIDTH = 100;
const BAR = 20;

const paint = (style: Parameters<typeof styleText>[0], text: string) =>
  process.stdout.isTTY ? styleText(style, text) : text;

export const say = (text = '') => process.stdout.write(`${text}\n`);

export const heading = (text: string) => say(`\n${paint('bold', text)}`);

export const dim = (text: string) => paint('dim', text);

/** On one line and safe: a stored text may hold characters that move the cursor. */
const shorten = (text: string, width: number) => {
  const seen = safeText(text).replaceAll('\n', ' ');
  return seen.length > width ? `${seen.slice(0, width - 1)}…` : seen;
};

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

const bar = (value: number) => {
  const units = Math.round(value * BAR * 8);
  return ('█'.repeat(units >> 3) + (eighths[units & 7] ?? '')).padEnd(BAR, '·');
};

const tierStyle = { semantic: 'magenta', episodic: 'blue', short_term: 'yellow' } as const;

/** Each call draws over the bar. Without a terminal nothing is drawn, as all bars would stay. */
export function progress(done: number, all: number, what: string): void {
  if (!process.stdout.isTTY) return;
  const line = done < all ? `${bar(done / all)} ${done}/${all} ${what}` : '';
  process.stdout.write(`\r${line.padEnd(WIDTH)}${done < all ? '' : '\r'}`);
}

export function printKept({ content, memoryType, importance, rationale, supersedes }: Candidate): void {
  const tier = paint(tierStyle[memoryType], memoryType.padEnd(10));
  say(`  ${paint('green', '+')} ${tier} ${importance.toFixed(2)}  ${shorten(content, WIDTH - 24)}`);
  say(dim(`      ${shorten(rationale, WIDTH - 6)}`));
  for (const earlier of supersedes ?? []) say(paint('magenta', `      takes the place of memory ${earlier}`));
}

export function printRejected({ content, dedupStatus, reason }: Candidate): void {
  say(`  ${paint('yellow', '−')} ${dedupStatus.padEnd(12)} ${shorten(content, WIDTH - 18)}`);
  say(dim(`      ${shorten(reason ?? '', WIDTH - 6)}`));
}

export function printAnswer(ask: string, expected: string, { results }: QueryAnswer): boolean {
  const found = results[0]?.memory.content.includes(expected) ?? false;
  say(`\n${found ? paint('green', '✓') : paint('red', '✗')} ${paint('bold', ask)}`);
  for (const { memory, score, reasons } of results) {
    const hit = memory.content.includes(expected);
    const text = shorten(memory.content, WIDTH - BAR - 12);
    say(`    ${paint('cyan', bar(score))} ${score.toFixed(3)}  ${hit ? paint('green', text) : text}`);
    const parts = Object.entries(reasons).map(([name, value]) => `${name} ${value.toFixed(2)}`);
    say(dim(`    ${' '.repeat(BAR)}        ${parts.join(' · ')} · ${memory.occurredAt.slice(0, 10)}`));
  }
  return found;
}
