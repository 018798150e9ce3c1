import { readable } from '../../spans.js';
import { isNothing } from '../technical.js';

const isRow = (line: string): boolean => /^\|.*\|/.test(line) || (line.match(/\s\|\s/g)?.length ?? 0) >= 1;
const isRuler = (line: string): boolean => /^[|\s:+-]{3,}$/.test(line) && line.includes('-') && line.includes('|');

const cellsOf = (line: string): string[] => line.replace(/^\|/, '').replace(/\|$/, '').split('|').map(readable);

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
        columns = cellsOf(line);
        return '';
      }
      if (isRuler(line)) return '';
      if (!isRow(line)) {
        columns = null;
        return null;
      }
      return inWords(columns, cellsOf(line));
    },
  };
}

const inWords = (columns: readonly string[], cells: readonly string[]): string =>
  cells
    .map((cell, position) => (isNothing(cell) ? '' : withColumn(columns[position], cell)))
    .filter((part) => part !== '')
    .join('; ');

const withColumn = (column: string | undefined, cell: string): string => (column ? `${column}: ${cell}` : cell);
