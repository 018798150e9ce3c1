import { HIDDEN } from '../../spans.js';
import { sheetIn } from '../layout/sheet.js';

/** Lines that begin something of their own and never go on with the line before. */
const begins =
  /^\s*(?:$|[-*•–+#>|]|\d{1,3}[.)]\s|\[|<|\(?\d{1,4}[-/.:]\d|[\p{L}\p{M}'’. -]{1,40}(?:\([^)\n]{1,30}\))?:(?:\s|$))/u;
const ends = /[.!?:;…。！？؟"”»)\]]\s*$/u;
const item = /^\s*(?:[-*•–+]|\d{1,3}[.)])\s/;
const heading = /^\s*#/;

const WRAPPED = 50;

const goesOn = (line: string, next: string): boolean => {
  const isItem = item.test(line);
  if (isItem ? !/^\s{2,}\S/.test(next) : line.length < WRAPPED) return false;
  return !ends.test(line.slice(-20)) && !heading.test(line) && !begins.test(next.replaceAll(HIDDEN, ''));
};

/** Hard-wrapped paragraphs become one line; every unit stays where it is. */
export function unwrap(text: string): string {
  const lines = text.split('\n');
  const sheet = sheetIn(lines.map((line) => line.trim()));
  const separatorAfter = (line: string, position: number): string => {
    const next = lines[position + 1];
    if (next === undefined) return '';
    return goesOn(line, next) && !sheet.has(position + 1) ? ' ' : '\n';
  };
  return lines.map((line, position) => line + separatorAfter(line, position)).join('');
}
