import { widthOf, wrap } from './width.js';

export interface Column {
  title: string;
  align?: 'right';
  /** Takes the room that the others leave, and wraps its text. */
  grows?: true;
}

export type Paint = (text: string, column: number) => string;

const GAP = '  ';
const LEAST = 20;

const padded = (text: string, width: number, align: Column['align']): string => {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'right' ? `${space}${text}` : `${text}${space}`;
};

const widthsOf = (columns: readonly Column[], rows: readonly string[][], room: number): number[] => {
  const natural = columns.map(({ title }, at) =>
    Math.max(widthOf(title), ...rows.map((row) => Math.max(...(row[at] ?? '').split('\n').map(widthOf)))),
  );
  const fixed = natural.filter((_, at) => !columns[at]?.grows).reduce((sum, width) => sum + width + GAP.length, 0);
  return natural.map((width, at) => (columns[at]?.grows ? Math.min(width, Math.max(LEAST, room - fixed)) : width));
};

const lineOf = (cells: readonly string[], columns: readonly Column[], widths: readonly number[], paint: Paint) => {
  const shown = cells.map((cell, at) => paint(padded(cell, widths[at] ?? 0, columns[at]?.align), at));
  return shown.join(GAP).trimEnd();
};

/** At most `room` terminal columns wide. Cells are plain text, and `paint` colours them when they are padded. */
export function table(columns: readonly Column[], rows: readonly string[][], room: number, paint: Paint): string[] {
  const widths = widthsOf(columns, rows, room);
  const lines = rows.flatMap((row) => {
    const cells = row.map((cell, at) => wrap(cell, Math.max(1, widths[at] ?? 0)));
    const height = Math.max(...cells.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) =>
      lineOf(
        cells.map((parts) => parts[line] ?? ''),
        columns,
        widths,
        paint,
      ),
    );
  });
  const titles = columns.map(({ title }) => title);
  return [lineOf(titles, columns, widths, (text) => text), ...lines];
}
