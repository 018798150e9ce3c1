import type { EmbeddingRole } from '@hippocamp/core/ports/embedder';
import type { JudgedPiece, Verdict } from '@hippocamp/shared/language/verdict';
import type { Purpose } from './waiting.js';

/** Pieces read at once: context that is not judged, then the judged ones. */
export type JudgeWindow = readonly JudgedPiece[];

/** Bytes of UTF-8. A token has about four in every language. */
const [WINDOW, BEFORE, LONGEST] = [900, 256, 384];

const bytesOf = ({ lead, text }: JudgedPiece): number => Buffer.byteLength(lead) + Buffer.byteLength(text);

/** Keeps the beginning of a judged piece and the end of context, which tell a judge most. */
const shortened = (piece: JudgedPiece): JudgedPiece => ({
  ...piece,
  text: piece.isJudged ? piece.text.slice(0, LONGEST) : piece.text.slice(-BEFORE),
});

function before(pieces: readonly JudgedPiece[], place: number): JudgedPiece[] {
  const found: JudgedPiece[] = [];
  let size = 0;
  for (let at = place - 1; at >= 0; at -= 1) {
    const piece = pieces[at];
    size += piece ? bytesOf(piece) : BEFORE;
    if (!piece || size > BEFORE) break;
    found.unshift({ ...piece, isJudged: false });
  }
  return found;
}

/** Each judged piece is in one window, after what was said before it; windows are as few as possible. */
export function judgeWindows(given: readonly JudgedPiece[]): JudgeWindow[] {
  const pieces = given.map(shortened);
  const windows: JudgedPiece[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const [place, piece] of pieces.entries()) {
    if (!piece.isJudged) continue;
    const own = bytesOf(piece);
    if (piece.alone || size + own > WINDOW || pieces[place - 1]?.isJudged === false) {
      const window = piece.alone ? [] : before(pieces, place);
      size = window.reduce((sum, each) => sum + bytesOf(each), 0);
      windows.push(window);
    }
    windows.at(-1)?.push(piece);
    size += own;
  }
  return windows;
}

/** In order: keep, three tiers, importance, whose it is (three), asks, unmeant, steers, corrects. */
const WIDTH = 12;

const probability = (value: number): number => 1 / (1 + Math.exp(-value));

function shares(values: readonly [number, number, number]): [number, number, number] {
  const most = Math.max(...values);
  const [first, second, third] = [Math.exp(values[0] - most), Math.exp(values[1] - most), Math.exp(values[2] - most)];
  const sum = first + second + third;
  return [first / sum, second / sum, third / sum];
}

function verdictOf(row: Float32Array): Verdict {
  const at = (place: number): number => row[place] ?? 0;
  const [semantic, episodic, shortTerm] = shares([at(1), at(2), at(3)]);
  const [self, other, assistant] = shares([at(5), at(6), at(7)]);
  return {
    keep: probability(at(0)),
    tiers: { semantic, episodic, short_term: shortTerm },
    importance: Math.min(3, Math.max(1, at(4))),
    whose: { self, other, assistant },
    asks: probability(at(8)),
    unmeant: probability(at(9)),
    steers: probability(at(10)),
    corrects: probability(at(11)),
  };
}

export const verdictsIn = (said: Float32Array): Verdict[] =>
  Array.from({ length: said.length / WIDTH }, (_, row) => verdictOf(said.subarray(row * WIDTH, (row + 1) * WIDTH)));

export interface ThreadGiven {
  folder: string;
  /** True loads the finding model at the start, so that its errors show at once. */
  finds: boolean;
}

export interface ToEmbed {
  text: string;
  role: EmbeddingRole;
}

/** Asks how a newer statement relates to an older one, or what a memory says of a claim. */
export interface ToReadTogether {
  as: 'update' | 'claim';
  /** The older statement, or the memory. */
  first: string;
  /** The newer statement, or the claim. */
  second: string;
}

export interface ToJudge {
  window: JudgeWindow;
}

export type ToThread = ToEmbed | ToReadTogether | ToJudge;

/** A claim counts as a question, since somebody waits for the answer. */
export function purposeOf(asked: ToThread): Purpose {
  if ('window' in asked) return 'reading';
  if ('role' in asked) return asked.role;
  return asked.as === 'claim' ? 'question' : 'reading';
}

/** First whether the thread can work, then one answer per message, in order. */
export type FromThread =
  | { type: 'ready' }
  | { type: 'unavailable'; reason: string }
  /** A vector, probabilities, or the judge's numbers; null where the model makes nothing of the text. */
  | { type: 'answer'; values: Float32Array | null }
  | { type: 'failed'; reason: string };
