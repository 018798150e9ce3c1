export interface PartBounds<Row> {
  /** UTF-16 units that a part holds at most; a row that has more is a part by itself. */
  units: number;
  unitsOf(row: Row): number;
  /** Rows that a part holds at most. */
  rows?: number;
}

/** Rows in parts, in their order. */
export function inParts<Row>(
  given: readonly Row[],
  { units: most, unitsOf, rows = Number.POSITIVE_INFINITY }: PartBounds<Row>,
): Row[][] {
  const parts: Row[][] = [];
  let units = 0;
  for (const row of given) {
    const own = unitsOf(row);
    const last = parts.at(-1);
    if (last && last.length < rows && units + own <= most) {
      last.push(row);
      units += own;
    } else {
      parts.push([row]);
      units = own;
    }
  }
  return parts;
}

interface Texts {
  content: string;
  context?: string | null;
}

/** Text that is worked on in one go: some 10 ms for the model that ships. */
const TEXT_UNITS = 50_000;

export const textParts = <Row extends Texts>(rows: readonly Row[]): Row[][] =>
  inParts(rows, { units: TEXT_UNITS, unitsOf: ({ content, context }) => content.length + (context?.length ?? 0) });
