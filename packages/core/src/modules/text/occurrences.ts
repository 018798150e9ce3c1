import type { Span } from '../../ports/records.js';
import { type WordEdges, wordEdgesOf } from './word-edges.js';

/** Above this length, the built-in search may take time proportional to text times wording. */
const SHORT = 256;

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

type IsWhole = (span: Span) => boolean;

/** Takes time linear in both lengths (Knuth, Morris, Pratt). */
function placesOfLong(text: string, wording: string, isWhole: IsWhole): Span[] {
  const lengths = borders(wording);
  const places: Span[] = [];
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    while (length > 0 && text.charCodeAt(at) !== wording.charCodeAt(length)) length = lengths[length] ?? 0;
    if (text.charCodeAt(at) === wording.charCodeAt(length)) length += 1;
    if (length < wording.length) continue;
    const span = { start: at + 1 - length, end: at + 1 };
    const found = isWhole(span);
    if (found) places.push(span);
    length = found ? 0 : (lengths[length] ?? 0);
  }
  return places;
}

function placesOfShort(text: string, wording: string, isWhole: IsWhole, { cutsStart }: WordEdges): Span[] {
  const places: Span[] = [];
  for (let at = text.indexOf(wording); at >= 0; ) {
    const span = { start: at, end: at + wording.length };
    let next = span.end;
    if (isWhole(span)) places.push(span);
    else for (next = at + 1; next < text.length && cutsStart(next); ) next += 1;
    at = text.indexOf(wording, next);
  }
  return places;
}

/** Only whole words count. A place that overlaps the one before does not. */
export function occurrences(text: string, wording: string, edges = wordEdgesOf(text)): Span[] {
  const sought = wording.trim();
  if (sought === '' || sought.length > text.length) return [];
  const isWhole = ({ start, end }: Span) => !edges.cutsStart(start) && !edges.cutsEnd(end);
  if (sought.length > SHORT) return placesOfLong(text, sought, isWhole);
  return placesOfShort(text, sought, isWhole, edges);
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
