/** Text that is worked on in one go, UTF-16 units: some 10 ms for the model that ships. */
const PART_UNITS = 50_000;

/** Rows in parts of about the same amount of text, in their order. */
export function inParts<Row extends { content: string; context?: string | null }>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  let units = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    if (units >= PART_UNITS) {
      parts.push([]);
      units = 0;
    }
    units += row.content.length + (row.context?.length ?? 0);
    parts.at(-1)?.push(row);
  }
  return parts;
}
