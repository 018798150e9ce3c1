import type { JudgedPiece } from '@hippocamp/shared/language/verdict';

/** Pieces that the model reads at once: first those that were said before, which are not judged. */
export type JudgeWindow = readonly JudgedPiece[];

/** Bytes of UTF-8, of which a token of the vocabulary has about the same number in every language: four. */
const [WINDOW, BEFORE, LONGEST] = [900, 256, 384];

const bytesOf = ({ lead, text }: JudgedPiece): number => Buffer.byteLength(lead) + Buffer.byteLength(text);

/** What tells a judge most: of a statement its beginning, of what was said before its end. */
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
    if (size + own > WINDOW || pieces[place - 1]?.isJudged === false) {
      const window = before(pieces, place);
      size = window.reduce((sum, each) => sum + bytesOf(each), 0);
      windows.push(window);
    }
    windows.at(-1)?.push(piece);
    size += own;
  }
  return windows;
}
