import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createFilterColumns, type FilterColumns, type RowFilters } from './filter-columns.js';

const tagged = (...tags: string[]): RowFilters => [null, 'episodic', tags, null, null, 0, false];

const rowsWith = (columns: FilterColumns, count: number, tags: string[]): number[] => {
  const passes = new Uint8Array(count).fill(1);
  columns.pass({ includeSuperseded: true, tags }, passes);
  return [...passes.entries()].flatMap(([row, passed]) => (passed ? [row] : []));
};

function columnsOf(rows: readonly RowFilters[]): FilterColumns {
  const columns = createFilterColumns();
  for (const [row, filters] of rows.entries()) columns.put(row, filters);
  return columns;
}

describe('a filter by tags', () => {
  it('reads no set of tags anew for a question', () => {
    const columns = columnsOf([tagged('a', 'b'), tagged('b', 'c'), tagged()]);
    const parse = vi.spyOn(JSON, 'parse');
    try {
      expect(rowsWith(columns, 3, ['c', 'a'])).toEqual([0, 1]);
      expect(parse).not.toHaveBeenCalled();
    } finally {
      parse.mockRestore();
    }
  });

  it('takes a name for nothing but a whole tag', () => {
    const columns = columnsOf([tagged('a,b'), tagged('a', 'b'), tagged('0'), tagged('')]);
    expect(rowsWith(columns, 4, ['a'])).toEqual([1]);
    expect(rowsWith(columns, 4, ['a,b'])).toEqual([0]);
    expect(rowsWith(columns, 4, ['0', '1'])).toEqual([2]);
    expect(rowsWith(columns, 4, [''])).toEqual([3]);
    expect(rowsWith(columns, 4, ['unknown'])).toEqual([]);
  });

  it('forgets the tags of rows that are gone', () => {
    const long = Array.from({ length: 64 }, (_, place) => `${place}`.padEnd(64, 'x'));
    const columns = columnsOf([tagged('a'), tagged(...long), tagged('b', 'a')]);
    const before = columns.bytes();
    columns.keep(Int32Array.of(0, 2));
    expect(columns.bytes()).toBeLessThan(before - 64 * 64);
    expect(rowsWith(columns, 2, ['b'])).toEqual([1]);
    expect(rowsWith(columns, 2, long)).toEqual([]);
  });

  it('names no tag anew that stays when others are gone', () => {
    const columns = columnsOf([tagged('a', 'b'), tagged('c'), tagged('d')]);
    const set = vi.spyOn(Map.prototype, 'set');
    try {
      columns.keep(Int32Array.of(0, 2));
      expect(set).not.toHaveBeenCalled();
    } finally {
      set.mockRestore();
    }
    columns.put(2, tagged('new', 'd'));
    expect([['c'], ['d'], ['new'], ['a', 'new']].map((tags) => rowsWith(columns, 3, tags))).toEqual([
      [],
      [1, 2],
      [2],
      [0, 2],
    ]);
  });

  it('finds what a search of each row would, before and after rows are gone', () => {
    const tags = fc.array(fc.constantFrom('a', 'b', 'c', 'a,b', '', '"'), { maxLength: 4 });
    const rows = fc.array(fc.tuple(tags, fc.boolean()), { minLength: 1, maxLength: 30 });
    const property = fc.property(rows, rows, tags, (held, added, wanted) => {
      const asked = wanted.length === 0 ? ['a'] : wanted;
      const expected = (all: readonly string[][]) =>
        all.flatMap((names, row) => (names.some((name) => asked.includes(name)) ? [row] : []));
      const columns = columnsOf(held.map(([names]) => tagged(...names)));
      const names = held.map(([ofRow]) => ofRow);
      expect(rowsWith(columns, names.length, asked)).toEqual(expected(names));

      columns.keep(Int32Array.from(held.flatMap(([, stays], row) => (stays ? [row] : []))));
      const left = held.flatMap(([ofRow, stays]) => (stays ? [ofRow] : []));
      for (const [ofRow] of added) {
        columns.put(left.length, tagged(...ofRow));
        left.push(ofRow);
      }
      expect(rowsWith(columns, left.length, asked)).toEqual(expected(left));
    });
    fc.assert(property, { numRuns: 200 });
  });
});
