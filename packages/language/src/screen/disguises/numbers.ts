import { textOf } from './bytes.js';
import type { Step } from './step.js';

/** "69676e", "69 67 6e", "0x69 0x67", "\x69\x67", "69:67:6e". */
const hexadecimal = /(?<![\da-z])(?:(?:0x|\\x)?[\da-f]{2}[\s,:-]{0,2}){4,}/gi;
const bits = /(?<!\d)[01]{4}[01\s,]+/g;
const decimals = /(?<![\d.])\d{2,3}(?:[\s,;]{1,2}\d{2,3}){4,}/g;

const FEWEST_BYTES = 5;

const ending = /[\s,:-]/;

/** What stands between a code and the next word is no part of it. */
const endOf = (run: string): string => {
  let end = run.length;
  while (end > 0 && ending.test(run[end - 1] ?? '')) end -= 1;
  return run.slice(end);
};

const hexBytes = (run: string): Uint8Array => Buffer.from(run.replace(/0x|\\x|[\s,:-]/gi, ''), 'hex');

const bitBytes = (run: string): Uint8Array =>
  Uint8Array.from(run.match(/[01]{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));

const decimalBytes = (run: string): Uint8Array | null => {
  const codes = (run.match(/\d+/g) ?? []).map(Number);
  return codes.every((code) => code < 256) ? Uint8Array.from(codes) : null;
};

const decode =
  (pattern: RegExp, bytesOf: (run: string) => Uint8Array | null): Step =>
  (text, within) =>
    text.replace(pattern, (run) => {
      const bytes = bytesOf(run);
      const said = bytes && bytes.length >= FEWEST_BYTES ? textOf(bytes, within) : null;
      return said === null ? run : said + endOf(run);
    });

export const binary = decode(bits, bitBytes);
export const hex = decode(hexadecimal, hexBytes);
export const codes = decode(decimals, decimalBytes);
