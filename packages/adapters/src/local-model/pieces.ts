import type { PieceTable } from './piece-table.js';

/** Ids of the likeliest pieces of a text, at most `most`. */
export type CutIntoPieces = (text: string, most: number) => number[];

/** Stands for a space, also before the first word. */
const SPACE = '\u2581';

const spaces = /[\s\p{Cc}\u200b-\u200f\u2028\u2029\u2581\ufeff\ufffd]+/gu;

/** An unknown character scores this much below the rarest piece. */
const UNKNOWN_BELOW = 10;

const normalised = (text: string): string => {
  const words = text.normalize('NFKC').replace(spaces, ' ').trim();
  return words === '' ? '' : SPACE + words.replaceAll(' ', SPACE);
};

interface Ways {
  begin: Int32Array;
  id: Int32Array;
  offer(begin: number, end: number, id: number): void;
}

function createWays(length: number, scores: Float64Array): Ways {
  const best = new Float64Array(length + 1).fill(Number.NEGATIVE_INFINITY, 1);
  const [begins, ids] = [new Int32Array(length + 1), new Int32Array(length + 1)];
  return {
    begin: begins,
    id: ids,
    offer(begin, end, id) {
      const score = (best[begin] ?? 0) + (scores[id] ?? 0);
      if (score <= (best[end] ?? 0)) return;
      best[end] = score;
      begins[end] = begin;
      ids[end] = id;
    },
  };
}

/** Reads from the end; unknown pieces in a row become one id. */
function idsOf({ begin, id }: Ways, unknown: number): number[] {
  const ids: number[] = [];
  for (let end = id.length - 1; end > 0; end = begin[end] ?? 0) {
    const piece = id[end] ?? unknown;
    if (piece !== unknown || ids.at(-1) !== unknown) ids.push(piece);
  }
  return ids.reverse();
}

/** Tells each piece that begins at a place, shortest first. */
type PiecesAt = (text: string, begin: number, tell: (end: number, id: number) => void) => void;

function createPiecesAt({ ids, starts, letters }: PieceTable): PiecesAt {
  const lengthOf = (place: number): number => (starts[place + 1] ?? 0) - (starts[place] ?? 0);

  /** The first place whose piece has a letter of at least `letter` at `depth`; shorter pieces stand before. */
  const firstWith = (letter: number, depth: number, from: number, until: number): number => {
    let [low, high] = [from, until];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (lengthOf(middle) > depth && (letters[(starts[middle] ?? 0) + depth] ?? 0) >= letter) high = middle;
      else low = middle + 1;
    }
    return low;
  };

  return (text, begin, tell) => {
    let [low, high] = [0, ids.length];
    for (let depth = 0; begin + depth < text.length; depth += 1) {
      const letter = text.charCodeAt(begin + depth);
      low = firstWith(letter, depth, low, high);
      high = firstWith(letter + 1, depth, low, high);
      if (low >= high) return;
      if (lengthOf(low) === depth + 1) tell(begin + depth + 1, ids[low] ?? 0);
    }
  };
}

const characterEnd = (text: string, begin: number): number => begin + ((text.codePointAt(begin) ?? 0) > 0xffff ? 2 : 1);

/** SentencePiece's unigram model (Kudo 2018) with NFKC. */
export function createPieces(table: PieceTable): CutIntoPieces {
  const { unknown } = table;
  const piecesAt = createPiecesAt(table);
  const scores = table.scores.slice();
  scores[unknown] = scores.reduce((least, score) => Math.min(least, score), 0) - UNKNOWN_BELOW;

  const offerFrom = (begin: number, text: string, { offer }: Ways) => {
    const next = characterEnd(text, begin);
    let isKnown = false;
    piecesAt(text, begin, (end, id) => {
      isKnown ||= end === next;
      offer(begin, end, id);
    });
    if (!isKnown) offer(begin, next, unknown);
  };

  return (text, most) => {
    const words = normalised(text);
    if (words === '') return [];
    const ways = createWays(words.length, scores);
    for (let begin = 0; begin < words.length; begin = characterEnd(words, begin)) offerFrom(begin, words, ways);
    return idsOf(ways, unknown).slice(0, most);
  };
}
