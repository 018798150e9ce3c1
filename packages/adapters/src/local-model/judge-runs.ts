import { READ_WHOLE } from '@hippocamp/shared/language/verdict';
import type { JudgeWindow } from './judge-windows.js';
import type { CutIntoPieces } from './pieces.js';
import { STEERS, WIDTH } from './verdicts-in.js';

/** Ids of the marks at both ends of what the model reads at once. */
const [FIRST, LAST] = [0, 2];

/** Tokens of a piece, of its lead, and of all at once: as in training, and within the model's positions. */
const [LONGEST_PIECE, LONGEST_LEAD, LONGEST] = [96, 32, 350];

/** Tokens of a further part of a piece, and by which the next one goes on. An order among many signs is seen best in a short one. */
const [FURTHER, STEP] = [48, 32];

/** The tokens that the model reads at once. `of` names the judged piece of each place, by its number in the window. */
export interface JudgeRun {
  ids: number[];
  first: number[];
  after: number[];
  of: number[];
}

const begun = (): JudgeRun => ({ ids: [FIRST], first: [], after: [], of: [] });

/** An empty piece takes the mark behind it. */
function judged({ ids, first, after, of }: JudgeRun, begin: number, place: number): void {
  first.push(begin);
  after.push(Math.max(begin + 1, ids.length));
  of.push(place);
}

/** Parts of a piece of very many tokens, such as a code. The last one ends where the piece does. */
function furtherParts(text: string, cut: CutIntoPieces): number[][] {
  const begin = Buffer.from(text.normalize('NFKC')).subarray(0, READ_WHOLE).toString();
  const ids = cut(begin, Number.POSITIVE_INFINITY);
  const count = Math.max(0, Math.ceil((ids.length - LONGEST_PIECE) / STEP));
  return Array.from({ length: count }, (_, place) => {
    const end = Math.min(ids.length, LONGEST_PIECE + (place + 1) * STEP);
    return ids.slice(end - FURTHER, end);
  });
}

const runOf = (part: readonly number[], place: number): JudgeRun => {
  const run = begun();
  run.ids.push(...part);
  judged(run, 1, place);
  return run;
};

/** Windows are measured in bytes. One of more tokens than the model reads is read in several goes, and so is a piece. */
export function runsOf(window: JudgeWindow, cut: CutIntoPieces): JudgeRun[] {
  const runs = [begun()];
  const further: JudgeRun[] = [];
  let place = 0;
  for (const { lead, text, isJudged } of window) {
    const [before, own] = [cut(lead, LONGEST_LEAD), cut(text, LONGEST_PIECE)];
    const last = runs.at(-1);
    const run = last && last.ids.length + before.length + own.length <= LONGEST ? last : begun();
    if (run !== last) runs.push(run);
    run.ids.push(...before);
    const begin = run.ids.length;
    run.ids.push(...own);
    if (!isJudged) continue;
    judged(run, begin, place);
    if (own.length === LONGEST_PIECE) further.push(...furtherParts(text, cut).map((part) => runOf(part, place)));
    place += 1;
  }
  const all = [...runs.filter(({ first }) => first.length > 0), ...further];
  return all.map((run) => ({ ...run, ids: [...run.ids, LAST] }));
}

/** One row for each judged piece: that of its beginning, which steers as much as any part of it. */
export function rowsOf(runs: readonly JudgeRun[], said: readonly Float32Array[]): Float32Array {
  const places = runs.flatMap(({ of }) => of);
  const rows = new Float32Array(new Set(places).size * WIDTH);
  const seen = new Set<number>();
  let from = 0;
  const all = said.flatMap((values) => [...values]);
  for (const place of places) {
    const [row, at] = [all.slice(from, from + WIDTH), place * WIDTH];
    if (seen.has(place)) rows[at + STEERS] = Math.max(rows[at + STEERS] ?? 0, row[STEERS] ?? 0);
    else rows.set(row, at);
    seen.add(place);
    from += WIDTH;
  }
  return rows;
}
