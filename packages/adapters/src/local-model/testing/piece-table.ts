import type { PieceTable } from '../piece-table.js';

/** The table of a small vocabulary, in which ids are places. */
export function pieceTableOf(
  pieces: readonly (readonly [piece: string, score: number])[],
  unknown: number,
): PieceTable {
  const pieceOf = (id: number): string => pieces[id]?.[0] ?? '';
  const ids = Int32Array.from(pieces.keys()).sort((first, second) => (pieceOf(first) < pieceOf(second) ? -1 : 1));
  const starts = new Int32Array(ids.length + 1);
  for (const [place, id] of ids.entries()) starts[place + 1] = (starts[place] ?? 0) + pieceOf(id).length;
  const letters = Uint16Array.from([...ids].map(pieceOf).join('').split(''), (letter) => letter.charCodeAt(0));
  return { scores: Float64Array.from(pieces, ([, score]) => score), ids, starts, letters, unknown };
}

/** The letters of one piece. */
export function pieceIn({ ids, starts, letters }: PieceTable, id: number): string {
  const place = ids.indexOf(id);
  return String.fromCharCode(...letters.subarray(starts[place], starts[place + 1]));
}
