import { readable } from '../../spans.js';
import { inWords, isNothing, isTold, valueInWords } from '../technical.js';

const separators = [',', ';', '\t'] as const;

/** At least so many columns, and rows below their names. */
const [COLUMNS, ROWS] = [3, 2];
const LONGEST_NAME = 40;
/** Of the rows as many have a cell for each column, or leave out the last ones. */
const REGULAR = 0.8;

const comment = /^\s*#/;
const columnName = /^["']?\p{L}[\p{L}\p{M}\p{N} _()/#%€$-]*["']?$/u;
const MOST_WORDS = 4;
/** With seconds: what happened then is a line of a log. */
const instant = /^["']?\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}/;

/** The cells of a line; within quotation marks a separator is none. */
export function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (const sign of line) {
    if (sign === '"') quoted = !quoted;
    else if (sign === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell].map((each) => each.trim());
}

const areNames = (cells: readonly string[]): boolean =>
  cells.length >= COLUMNS &&
  cells.every((cell) => cell.length <= LONGEST_NAME && columnName.test(cell) && cell.split(' ').length <= MOST_WORDS);

const isRegular = (rows: readonly (readonly string[])[], columns: number): boolean =>
  rows.length >= ROWS &&
  rows.some((cells) => cells.some((cell) => /\d/.test(cell))) &&
  rows.filter(({ length }) => length <= columns && length > columns / 2).length >= REGULAR * rows.length;

/** What a row says: the names of its columns with what stands in them. A row of which one cell or none is filled says nothing. */
function rowInWords(names: readonly string[], cells: readonly string[]): string {
  const said = cells.flatMap((cell, place) => {
    const name = names[place] ?? '';
    const value = valueInWords(cell);
    return isTold(name, value) ? [`${/_|^[a-z]+[A-Z]/.test(name) ? inWords(name) : name}: ${value}`] : [];
  });
  return said.length < 2 ? '' : said.join('; ');
}

/** Lines up to the next empty one. */
const blockFrom = (lines: readonly string[], from: number): readonly string[] => {
  const end = lines.indexOf('', from);
  return lines.slice(from, end < 0 ? undefined : end);
};

/**
 * What the lines of a text say that are rows of values between separators, below the names of their columns, by their places; ''
 * for a line that says nothing. Empty where the text has none.
 */
export function sheetIn(lines: readonly string[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (let place = 0; place < lines.length; place += 1) {
    const head = lines[place] ?? '';
    const separator = separators.find((sign) => head.includes(sign) && areNames(cellsOf(head, sign)));
    if (separator === undefined) continue;
    const names = cellsOf(head, separator);
    const block = blockFrom(lines, place + 1).map((line) => (comment.test(line) ? [] : cellsOf(line, separator)));
    const rows = block.filter(({ length }) => length > 0);
    if (!isRegular(rows, names.length) || rows.every(([first = '']) => instant.test(first))) continue;
    found.set(place, '');
    for (const [below, cells] of block.entries()) found.set(place + 1 + below, rowInWords(names, cells));
    place += block.length;
  }
  return found;
}

const isRow = (line: string): boolean => /^\|.*\|/.test(line) || (line.match(/\s\|\s/g)?.length ?? 0) >= 1;
const isRuler = (line: string): boolean => /^[|\s:+-]{3,}$/.test(line) && line.includes('-') && line.includes('|');

const cellsOfTable = (line: string): string[] => line.replace(/^\|/, '').replace(/\|$/, '').split('|').map(readable);

/** Walks along a table of Markdown: gives each row in words, and knows where the table ends. */
export interface TableReader {
  /** null: no part of a table; '': its head or ruler, which says nothing by itself. */
  read(line: string, next: string): string | null;
}

export function createTableReader(): TableReader {
  let columns: string[] | null = null;
  return {
    read(line, next) {
      if (columns === null) {
        if (!isRow(line) || !isRuler(next)) return null;
        columns = cellsOfTable(line);
        return '';
      }
      if (isRuler(line)) return '';
      if (!isRow(line)) {
        columns = null;
        return null;
      }
      return rowOfCells(columns, cellsOfTable(line));
    },
  };
}

const rowOfCells = (columns: readonly string[], cells: readonly string[]): string =>
  cells
    .map((cell, position) => (isNothing(cell) ? '' : withColumn(columns[position], cell)))
    .filter((part) => part !== '')
    .join('; ');

const withColumn = (column: string | undefined, cell: string): string => (column ? `${column}: ${cell}` : cell);
