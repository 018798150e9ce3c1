import { ownOf } from '@hippocamp/shared/own';
/** Undoes one kind of disguise in a text. `within` does the same to a decoded piece, as one code may hold another. */
export type Step = (text: string, within: (piece: string) => string) => string;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const inUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
};

const controls = /[\p{Cs}\p{Co}\p{Cn}]|[^\P{Cc}\t\n\r]/u;
const letters = /[\p{L}\p{M}]/gu;
const written = /[\p{L}\p{M}\p{N}\s]/gu;
const count = (text: string, kind: RegExp): number => text.match(kind)?.length ?? 0;

/** Characters of a code, such as hexadecimal inside of base64. */
const code = /^[\w\s%\\+/=&#;:,-]+$/;

/** Bytes of keys, hash sums and pictures are hardly ever letters. */
const isText = (text: string): boolean => {
  const length = [...text].length;
  return count(text, letters) >= length * 0.5 && count(text, written) >= length * 0.75;
};

export function textOf(bytes: Uint8Array, within: (piece: string) => string): string | null {
  const text = inUtf8(bytes);
  if (text === null || controls.test(text)) return null;
  if (!code.test(text)) return isText(text) ? text : null;
  const inner = within(text);
  if (inner !== text) return inner;
  return isText(text) ? text : null;
}

/** "69676e", "69 67 6e", "0x69 0x67", "\x69\x67", "69:67:6e". */
const hexadecimal = /(?<![\da-z])(?:(?:0x|\\x)?[\da-f]{2}[\s,:-]{0,2}){4,}/gi;
const bits = /(?<!\d)[01]{4}[01\s,]+/g;
const decimals = /(?<![\d.])\d{2,3}(?:[\s,;]{1,2}\d{2,3}){4,}/g;

const FEWEST_BYTES = 5;

const ending = /[\s,:-]/;

/** White space and commas behind a code belong to the text. */
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

export const entities: Step = (text) =>
  text.replace(entity, (found: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ownOf(named, name.toLowerCase()) ?? found;
    return decimal === undefined ? character(hex ?? '', 16, found) : character(decimal, 10, found);
  });

const percents = /(?:%[\da-f]{2})+/gi;
/** The encoding of mails. Fewer in a row may be part of an equation. */
const quotedPrintable = /(?:=[\da-f]{2}){3,}/gi;
const separators = /%20|%0[ad]|%09/gi;

const bytesOf = (run: string): Uint8Array => Buffer.from(run.replace(/[%=]/g, ''), 'hex');
/** ASCII is decoded at once: a single sign between words would not count as text. */
const signs = /^(?:%[2-7][\da-f])+$/i;

export const percent: Step = (text, within) => {
  const decoded = (run: string): string =>
    signs.test(run) ? bytesOf(run).toString() : (textOf(bytesOf(run), within) ?? run);
  return text
    .replace(separators, ' ')
    .replace(percents, decoded)
    .replace(quotedPrintable, (run) => textOf(bytesOf(run), within) ?? run);
};

const SHORTEST = 16;

const runs = /(?<![\w+/-])[\w+/-]{4,}={0,2}(?:\r?\n[ \t]{0,4}[\w+/-]{4,}={0,2})*/g;
const alphabet = /^[A-Za-z\d+/_-]+={0,2}$/;

const fromBase64 = (code: string, within: (piece: string) => string): string | null => {
  if (code.length < SHORTEST || !alphabet.test(code)) return null;
  return textOf(Buffer.from(code, 'base64'), within);
};

/** Tries the parts between slashes, dashes and underscores. */
const inParts = (line: string, within: (piece: string) => string): string =>
  line.length < SHORTEST ? line : line.replace(/[A-Za-z\d+=]+/g, (part) => fromBase64(part, within) ?? part);

const lineOf =
  (within: (piece: string) => string) =>
  (line: string): string =>
    fromBase64(line, within) ?? inParts(line, within);

/** The first and the last line may be words, and no code. */
const joined = (lines: readonly string[], within: (piece: string) => string): string => {
  for (const [from, to] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    const end = lines.length - to;
    const said = end - from > 1 ? fromBase64(lines.slice(from, end).join(''), within) : null;
    if (said !== null) return [...lines.slice(0, from), said, ...lines.slice(end)].join('\n');
  }
  return lines.map(lineOf(within)).join('\n');
};

/** Base64, standard or URL-safe, with or without padding, in one line or many. */
export const base64: Step = (text, within) =>
  text.replace(runs, (run) => {
    if (run.length < SHORTEST) return run;
    const lines = run.split(/\s+/);
    const said = joined(lines, within);
    return said === lines.join('\n') ? run : said;
  });
