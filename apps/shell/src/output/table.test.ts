import { describe, expect, it } from 'vitest';
import { table } from './table.js';
import { cut, widthOf, wrap } from './width.js';

const plain = (text: string) => text;

describe('a table', () => {
  it('stands in columns, and wraps the one that grows', () => {
    const columns = [{ title: 'n', align: 'right' }, { title: 'memory', grows: true }, { title: 'id' }] as const;
    const rows = [
      ['1', 'Ann lives in Turku, and drinks lapsang.', 'a'],
      ['22', '日本語の辞書', 'b'],
    ];
    expect(table(columns, rows, 30, plain)).toEqual([
      ' n  memory                  id',
      ' 1  Ann lives in Turku,     a',
      '    and drinks lapsang.',
      '22  日本語の辞書            b',
    ]);
  });
});

describe('the width of a text', () => {
  it('counts columns of a terminal', () => {
    expect(['abc', '日本', 'e\u0301', '👩‍🚀'].map(widthOf)).toEqual([3, 4, 1, 2]);
    expect(cut('日本語の辞書', 6)).toBe('日本…');
    expect(wrap('a verylongword b', 6)).toEqual(['a', 'verylo', 'ngword', 'b']);
  });
});
