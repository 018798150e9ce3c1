export interface Section {
  title: string;
  columns: readonly string[];
  /** A column whose cells all begin with a digit or a dash is aligned to the right. */
  rows: readonly (readonly string[])[];
  notes?: readonly string[];
}

const isNumber = (cell: string) => /^[\d–]/.test(cell);

export function sectionLines({ title, columns, rows, notes = [] }: Section): string[] {
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const right = columns.map((_column, index) => rows.every((row) => isNumber(row[index] ?? '–')));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => (right[index] ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd();
  const rule = '─'.repeat(widths.reduce((sum, width) => sum + width + 2, -2));
  return ['', title, rule, line(columns), ...rows.map(line), ...notes.map((note) => `  ${note}`)];
}
