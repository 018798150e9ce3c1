import { textOf } from './bytes.js';
import type { Step } from './step.js';

const isCharacter = (code: number): boolean => code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);

const character = (digits: string, base: number, else_: string): string => {
  const code = Number.parseInt(digits, base);
  return isCharacter(code) ? String.fromCodePoint(code) : else_;
};

const unicode = /\\u\{([\da-f]{1,6})\}|\\u([\da-f]{4})|\\U([\da-f]{8})|\\x([\da-f]{2})|\bU\+([\da-f]{4,6})\b ?/gi;
const octal = /(?:\\[01][0-7]{2}){3,}/g;

const fromOctal = (run: string): string =>
  run
    .split('\\')
    .map((digits) => (digits === '' ? '' : character(digits, 8, '')))
    .join('');

/** "\u0069", "\u{69}", "\x69", "U+0069", "\151". */
export const backslashes: Step = (text) =>
  text
    .replace(unicode, (found: string, ...digits: (string | undefined)[]) => {
      const given = digits.slice(0, 5).find((each) => each !== undefined);
      return character(given ?? '', 16, found);
    })
    .replace(octal, fromOctal);

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|Tab|NewLine|shy|ZeroWidthSpace));?/gi;
const named: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', tab: ' ', newline: '\n' },
  ...{ shy: '', zerowidthspace: '' },
};

/** "&#105;", "&#x69;", and the names that stand between letters. */
export const entities: Step = (text) =>
  text.replace(entity, (found: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? found;
    return decimal === undefined ? character(hex ?? '', 16, found) : character(decimal, 10, found);
  });

const percents = /(?:%[\da-f]{2})+/gi;
/** Of mails; a single one is an equation. */
const quotedPrintable = /(?:=[\da-f]{2}){3,}/gi;
const separators = /%20|%0[ad]|%09/gi;

const bytesOf = (run: string): Uint8Array => Buffer.from(run.replace(/[%=]/g, ''), 'hex');
/** A sign between words is no text, and is one all the same. */
const signs = /^(?:%[2-7][\da-f])+$/i;

/** "%69%67%6e", and "=69=67=6E" of mails. */
export const percent: Step = (text, within) => {
  const decoded = (run: string): string =>
    signs.test(run) ? bytesOf(run).toString() : (textOf(bytesOf(run), within) ?? run);
  return text
    .replace(separators, ' ')
    .replace(percents, decoded)
    .replace(quotedPrintable, (run) => textOf(bytesOf(run), within) ?? run);
};
