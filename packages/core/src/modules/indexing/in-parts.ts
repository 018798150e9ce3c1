/** Text that is worked on in one go, UTF-16 units: some 10 ms for the model that ships. */
const PART_UNITS = 50_000;

interface Texts {
  content: string;
  context?: string | null;
}

const unitsOf = ({ content, context }: Texts): number => content.length + (context?.length ?? 0);

/** Rows in parts of about the same amount of text, in their order; a part ends when it holds `most` or more. */
export function inParts<Row extends Texts>(
  rows: readonly Row[],
  most: number = PART_UNITS,
  sizeOf: (row: Row) => number = unitsOf,
): Row[][] {
  const parts: Row[][] = [];
  let units = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    if (units >= most) {
      parts.push([]);
      units = 0;
    }
    units += sizeOf(row);
    parts.at(-1)?.push(row);
  }
  return parts;
}
