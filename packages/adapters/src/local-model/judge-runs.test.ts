import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JudgedPiece, READ_WHOLE } from '@hippocamp/shared/language/verdict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeFiles, shippedJudge } from './files.js';
import { type JudgeRun, rowsOf, runsOf } from './judge-runs.js';
import { type JudgeWindow, judgeWindows } from './judge-windows.js';
import { decodePieceTable } from './piece-table.js';
import { createPieces } from './pieces.js';
import { STEERS, WIDTH } from './verdicts-in.js';

const cut = createPieces(decodePieceTable(readFileSync(join(shippedJudge, judgeFiles.pieces))));
const allOf = (text: string) => cut(text, Number.POSITIVE_INFINITY);
const piece = (text: string, isJudged = true): JudgedPiece => ({ lead: '', text, isJudged });

const CONSONANTS = 'xqzjkvwbgfph';
const code = (length: number, from = 0) =>
  Array.from({ length }, (_, place) => CONSONANTS[(from + place * place * 7 + place) % CONSONANTS.length]).join('');

/** The tokens that are read for a judged piece, with the next ones where its parts overlap. */
const readOf = (runs: readonly JudgeRun[], place: number): number[][] =>
  runs.flatMap(({ ids, first, after, of }) =>
    of.flatMap((each, at) => (each === place ? [ids.slice(first[at], after[at])] : [])),
  );

/** Puts overlapping parts together again. Null where a token between two of them is read by neither. */
const together = (parts: readonly number[][], whole: readonly number[]): boolean => {
  let reached = 0;
  for (const part of parts) {
    const isAt = (start: number) => part.every((id, at) => whole[start + at] === id);
    const start = Array.from({ length: reached + 1 }, (_, at) => reached - at).find(isAt);
    if (start === undefined) return false;
    reached = Math.max(reached, start + part.length);
  }
  return reached >= whole.length;
};

describe('what a judge reads at once', () => {
  it('is a window of words as it is', () => {
    const window = [piece('Any allergies?', false), piece('nuts'), piece('We lost a suitcase in Bergen on Monday.')];
    const [asked = [], nuts = [], loss = []] = window.map(({ text }) => allOf(text));
    const first = 1 + asked.length;
    expect(runsOf(window, cut)).toEqual([
      {
        ids: [0, ...asked, ...nuts, ...loss, 2],
        first: [first, first + nuts.length],
        after: [first + nuts.length, first + nuts.length + loss.length],
        of: [0, 1],
      },
    ]);
  });

  it('is less than a window of very many tokens, each piece with its own', () => {
    const window = Array.from({ length: 12 }, (_, place) => piece(code(70, place)));
    const runs = runsOf(window, cut);
    expect(runs.length).toBeGreaterThan(1);
    for (const [place, { text }] of window.entries()) expect(readOf(runs, place)).toEqual([allOf(text)]);
  });

  it('is each part of a piece of very many tokens, beside what it is read in anyway', () => {
    const long = code(290);
    const runs = runsOf([piece('Hello there.'), piece(long), piece('I like tea.')], cut);
    expect(allOf(long).length).toBeGreaterThan(150);
    expect(runs[0]?.of).toEqual([0, 1, 2]);
    expect(readOf(runs, 1)[0]).toEqual(allOf(long).slice(0, 96));
    expect(together(readOf(runs, 1), allOf(long))).toBe(true);
  });

  it('is no more where each letter stands for many', () => {
    const window = Array.from({ length: 3 }, () => piece('\ufdfa'.repeat(100)));
    const runs = runsOf(window, cut);
    expect(runs.length).toBeLessThan(12);
    expect(runs.reduce((sum, { ids }) => sum + ids.length, 0)).toBeLessThan(800);
  });

  it('is all that stands within the first bytes of a piece, whatever they are', () => {
    const sign = fc.oneof(
      fc.constantFrom('tea', ' ', '7', 'q', 'x', 'ж', '語', '😀', '\ufdfa', '½', '.'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    const text = fc.array(sign, { maxLength: 300 }).map((signs) => signs.join(''));
    const pieces = fc.array(fc.record({ lead: fc.string({ maxLength: 20 }), text, isJudged: fc.boolean() }), {
      maxLength: 8,
    });
    const isWholeIn = (runs: readonly JudgeRun[], place: number, said: string) => {
      const whole = allOf(Buffer.from(said.normalize('NFKC')).subarray(0, READ_WHOLE).toString());
      const parts = readOf(runs, place);
      return whole.length > 96 ? together(parts, whole.slice(0, -1)) : parts.length === 1;
    };
    const areWhole = (window: JudgeWindow) => {
      const runs = runsOf(window, cut);
      const judged = window.filter(({ isJudged }) => isJudged);
      return (
        runs.every(({ ids }) => ids.length <= 351) && judged.every((piece, place) => isWholeIn(runs, place, piece.text))
      );
    };
    fc.assert(
      fc.property(pieces, (given) => judgeWindows(given).every(areWhole)),
      { seed: 20_261_128, numRuns: 100 },
    );
  });
});

describe('the rows of what was read', () => {
  const run = (of: number[]): JudgeRun => ({ ids: [], first: [], after: [], of });
  const row = (value: number, steers: number) =>
    Float32Array.from({ length: WIDTH }, (_, at) => (at === STEERS ? steers : value));

  it('are one for each piece, which steers as much as any part of it', () => {
    const said = [Float32Array.from([...row(1, 0.5), ...row(2, 0.25)]), row(3, 4), row(5, -1)];
    expect(rowsOf([run([0, 1]), run([0]), run([1])], said)).toEqual(Float32Array.from([...row(1, 4), ...row(2, 0.25)]));
  });

  it('are none where nothing is judged', () => {
    expect(rowsOf([], [])).toEqual(new Float32Array());
  });
});
