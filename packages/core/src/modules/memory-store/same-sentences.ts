import { normaliseText } from '@hippocamp/shared/text/cleaned';
import type { Span } from '../../ports/records.js';

/** A sentence, or a part of one that ends in a full stop. */
export interface Piece extends Span {
  /** Equal where a composed memory takes two for the same. */
  said: string;
}

/** A run of signs is looked at once, however long it is. */
const ends = /(?<![.!?…])[.!?…]+["'”’»)\]]*(?=\s)|(?<![。！？])[。！？]+["'”’»)\]」』）]*|[\n\r\u0085\u2028\u2029]/gu;

function pieceAt(text: string, start: number, end: number): Piece[] {
  const found = text.slice(start, end);
  const said = normaliseText(found);
  if (said === '') return [];
  const from = start + found.length - found.trimStart().length;
  return [{ start: from, end: from + found.trim().length, said }];
}

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(ends)) {
    const end = index + mark.length;
    pieces.push(...pieceAt(text, start, end));
    start = end;
  }
  return [...pieces, ...pieceAt(text, start, text.length)];
}

export type Line = readonly string[];

/** The words of each line within the part. A sentence is in one line, whatever full stops it holds. */
export function linesOf(content: string, pieces: readonly Piece[], part: Span): Line[] {
  const lines: string[][] = [];
  let last: Piece | null = null;
  for (const piece of pieces) {
    if (piece.start < part.start || piece.end > part.end) continue;
    const isNext = last !== null && !content.slice(last.end, piece.start).includes('\n');
    if (isNext) lines.at(-1)?.push(piece.said);
    else lines.push([piece.said]);
    last = piece;
  }
  return lines;
}

const saysAt = (pieces: readonly Piece[], at: number, line: Line): boolean =>
  line.every((said, place) => pieces[at + place]?.said === said);

/** Where the first line is said, with those of the next that follow at once: they may lean on it. */
export function saidIn(pieces: readonly Piece[], lines: readonly Line[]): Span[] {
  const places: Span[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    let next = at;
    for (const line of lines) {
      if (!saysAt(pieces, next, line)) break;
      next += line.length;
    }
    const [first, last] = [pieces[at], pieces[next - 1]];
    if (next === at || !first || !last) continue;
    places.push({ start: first.start, end: last.end });
    at = next - 1;
  }
  return places;
}
