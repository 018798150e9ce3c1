import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeFiles, shippedJudge } from './files.js';
import { decodePieceTable } from './piece-table.js';
import { createPieces } from './pieces.js';
import { pieceIn, pieceTableOf } from './testing/piece-table.js';

const UNKNOWN = 0;

const cut = createPieces(
  pieceTableOf(
    [
      ['<unk>', 0],
      ['▁', -4],
      ['t', -5],
      ['e', -5],
      ['a', -5],
      ['▁tea', -6],
      ['tea', -7],
      ['▁te', -5],
      ['😀', -8],
      ['▁teas', -20],
      ['s', -5],
    ],
    UNKNOWN,
  ),
);

describe('pieces of a text', () => {
  it('are those that are likeliest together', () => {
    expect(cut('tea', 10)).toEqual([5]);
    expect(cut('teas', 10)).toEqual([5, 10]);
    expect(cut('tee', 10)).toEqual([7, 3]);
    expect(cut('sea', 10)).toEqual([1, 10, 3, 4]);
  });

  it('do not tell one space from another, nor from signs that cannot be seen', () => {
    for (const text of ['tea tea', ' tea\t\n tea ', 'tea\u200b\u0000▁tea', '\ufeffｔｅａ tea'])
      expect(cut(text, 10)).toEqual([5, 5]);
    for (const text of ['', ' ', '\u0000', '▁']) expect(cut(text, 10)).toEqual([]);
  });

  it('tell what is in no piece once', () => {
    expect(cut('日本語 tea 日', 10)).toEqual([1, UNKNOWN, 5, 1, UNKNOWN]);
    expect(cut('tea😀', 10)).toEqual([5, 8]);
    expect(cut('tea\ud83d', 10)).toEqual([5, UNKNOWN]);
  });

  it('are as many as are asked for', () => {
    expect(cut('tea '.repeat(100), 3)).toEqual([5, 5, 5]);
  });

  const table = decodePieceTable(readFileSync(join(shippedJudge, judgeFiles.pieces)));
  const shipped = createPieces(table);
  const told = (text: string) => shipped(text, 100).map((id) => pieceIn(table, id));

  it('are those of the vocabulary that ships', () => {
    expect(told('Kukkakaali and tea')).toEqual(['▁Ku', 'kka', 'ka', 'ali', '▁and', '▁tea']);
  });

  it('spell the text out again where all of it is known', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('tea', 'Bergen', 'день', '茶', 'ﬁn', 'x'), { minLength: 1 }), (words) => {
        expect(told(words.join(' ')).join('')).toBe(words.map((word) => `▁${word.normalize('NFKC')}`).join(''));
      }),
      { seed: 17 },
    );
  });
});
