import type { EmbeddingRole } from '@hippocamp/core/ports/embedder';
import type { JudgedPiece, Verdict } from '@hippocamp/shared/language/verdict';
import type { Purpose } from './waiting.js';

/** Pieces that the model reads at once: first those that were said before, which are not judged. */
export type JudgeWindow = readonly JudgedPiece[];

/** Bytes of UTF-8, of which a token of the vocabulary has about the same number in every language: four. */
const [WINDOW, BEFORE, LONGEST] = [900, 256, 384];

const bytesOf = ({ lead, text }: JudgedPiece): number => Buffer.byteLength(lead) + Buffer.byteLength(text);

/** Keeps what tells a judge most: the beginning of a statement and the end of the text before it. */
const shortened = (piece: JudgedPiece): JudgedPiece => ({
  ...piece,
  text: piece.isJudged ? piece.text.slice(0, LONGEST) : piece.text.slice(-BEFORE),
});

/** The pieces right before a place that fit, none of them to be judged again. */
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

/** The pieces in as few windows as hold them: each is judged in one, after what was said before it. */
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

/** Numbers of each piece, in the order in which the judge learned them: keep, three tiers, importance, whose it is, asks, not meant, steers, corrects. */
const WIDTH = 12;

const probability = (value: number): number => 1 / (1 + Math.exp(-value));

/** Numbers of any size to probabilities that sum to 1. */
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

/** The verdicts on the pieces of a window, in order. */
export const verdictsIn = (said: Float32Array): Verdict[] =>
  Array.from({ length: said.length / WIDTH }, (_, row) => verdictOf(said.subarray(row * WIDTH, (row + 1) * WIDTH)));

/** The first message to the model's thread. */
export interface ThreadGiven {
  /** Folder of the model's files, see `files`. */
  folder: string;
  /** True when it loads the finding model first, so that its errors show at once. */
  finds: boolean;
}

/** A text whose vector is asked for. */
export interface ToEmbed {
  text: string;
  role: EmbeddingRole;
}

/** Two texts of which is asked what the newer statement is to the older, or what a memory says of a claim. */
export interface ToReadTogether {
  as: 'update' | 'claim';
  /** The older statement, or the memory. */
  first: string;
  /** The newer statement, or the claim. */
  second: string;
}

/** A part of a talk of which is asked what its statements tell. */
export interface ToJudge {
  window: JudgeWindow;
}

export type ToThread = ToEmbed | ToReadTogether | ToJudge;

/** Somebody waits for the answer to a question or a claim, and whoever asks next for vectors; a text is read when there is time. */
export function purposeOf(asked: ToThread): Purpose {
  if ('window' in asked) return 'reading';
  if ('role' in asked) return asked.role;
  return asked.as === 'claim' ? 'question' : 'reading';
}

/** First whether the thread can work, then an answer to each message, in order. */
export type FromThread =
  | { type: 'ready' }
  | { type: 'unavailable'; reason: string }
  /** A vector, probabilities, or what the judge says; null where the model makes nothing of the text. */
  | { type: 'answer'; values: Float32Array | null }
  | { type: 'failed'; reason: string };
