import type { Span } from '../../ports/records.js';

/** Above this length, the built-in search may take time proportional to text times wording. */
const SHORT = 256;

/** Scripts that write words without spaces between them. */
const joined =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const letter = /[\p{L}\p{N}]/u;

const isInWord = (text: string, at: number): boolean => {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0x20);
  return letter.test(character) && !joined.test(character);
};

/** True when the span neither begins nor ends within a word. */
export const isWhole = (text: string, { start, end }: Span): boolean => {
  const before = start > 1 && text.charCodeAt(start - 1) >= 0xdc00 && text.charCodeAt(start - 1) < 0xe000 ? 2 : 1;
  const cutsStart = start > 0 && isInWord(text, start) && isInWord(text, start - before);
  const cutsEnd = end < text.length && isInWord(text, end) && isInWord(text, end - 1);
  return !cutsStart && !cutsEnd;
};

/** For each prefix of the wording, the length of its longest border. */
function borders(wording: string): Int32Array {
  const lengths = new Int32Array(wording.length + 1);
  let length = 0;
  for (let at = 1; at < wording.length; at += 1) {
    while (length > 0 && wording.charCodeAt(at) !== wording.charCodeAt(length)) length = lengths[length] ?? 0;
    if (wording.charCodeAt(at) === wording.charCodeAt(length)) length += 1;
    lengths[at + 1] = length;
  }
  return lengths;
}

/** Takes time linear in both lengths (Knuth, Morris, Pratt). */
function startsOfLong(text: string, wording: string): number[] {
  const lengths = borders(wording);
  const starts: number[] = [];
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    while (length > 0 && text.charCodeAt(at) !== wording.charCodeAt(length)) length = lengths[length] ?? 0;
    if (text.charCodeAt(at) === wording.charCodeAt(length)) length += 1;
    if (length < wording.length) continue;
    starts.push(at + 1 - length);
    length = 0;
  }
  return starts;
}

function startsOfShort(text: string, wording: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(wording); at >= 0; at = text.indexOf(wording, at + wording.length)) starts.push(at);
  return starts;
}

/** Only whole words count. */
export function occurrences(text: string, wording: string): Span[] {
  const sought = wording.trim();
  if (sought === '' || sought.length > text.length) return [];
  const starts = sought.length > SHORT ? startsOfLong(text, sought) : startsOfShort(text, sought);
  return starts.map((start) => ({ start, end: start + sought.length })).filter((span) => isWhole(text, span));
}

/** A shorter end of a wording, at the beginning of a text, is a coincidence. */
export const TELLING = 8;

/** True also when the text begins with the end of the wording, because contexts are cut at their start. */
export function holdsWording(text: string, wording: string): boolean {
  const sought = wording.trim();
  if (sought === '') return false;
  if (occurrences(text, sought).length > 0) return true;
  const least = Math.min(TELLING, sought.length);
  if (!sought.includes(text.slice(0, least))) return false;
  // The longest end of the wording with which the text begins.
  const end = sought.slice(-text.length);
  const lengths = borders(`${text}\u0000${end}`);
  return (lengths.at(-1) ?? 0) >= least;
}
