import type { JudgedPiece } from '@hippocamp/shared/language/verdict';

/** Pieces read at once: context that is not judged, then the judged ones. */
export type JudgeWindow = readonly JudgedPiece[];

/** Bytes of UTF-8. A token of words has about four in every language; `judgeRuns` counts tokens. */
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
