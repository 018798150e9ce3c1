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

/** Text that is worked on in one go: some 10 ms for the model that ships. */
const TEXT_UNITS = 50_000;

export const textParts = <Row extends { content: string; context?: string | null }>(rows: readonly Row[]): Row[][] =>
  inParts(rows, { units: TEXT_UNITS, unitsOf: ({ content, context }) => content.length + (context?.length ?? 0) });

/** Items in their order, at most `size` together. */
export const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_chunk, position) =>
    items.slice(position * size, (position + 1) * size),
  );

/** Pages in their order, until one has fewer rows than `size`; each is read after the last row of the one before it. */
export async function* pagesOf<Row>(size: number, read: (after: Row | null) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let after: Row | null = null; ; ) {
    const rows: Row[] = await read(after);
    yield rows;
    if (rows.length < size) return;
    after = rows.at(-1) ?? null;
  }
}

/** Rows read at once at most, and at first. */
const MOST_ROWS = 100;
const FIRST_ROWS = 10;
/** UTF-16 units read at once, as far as the rows before tell: a page of large ones is short. */
const PAGE_UNITS = 256 * 1024;

const rowsAfter = (rows: number, units: number) =>
  Math.max(1, Math.min(MOST_ROWS, Math.floor((rows * PAGE_UNITS) / units)));

/** Answers up to `limit` rows that come after one that was had before; fewer only at the end. */
type ReadPage<Row> = (after: Row | null, limit: number) => Promise<Row[]>;

/** Rows in their order, page by page: how many are read at once hangs on how large those before were. */
export async function* readPages<Row>(read: ReadPage<Row>, unitsOf: (row: Row) => number): AsyncGenerator<Row[]> {
  let limit = FIRST_ROWS;
  for (let after: Row | null = null; ; ) {
    const rows: Row[] = await read(after, limit);
    yield rows;
    if (rows.length < limit) return;
    after = rows.at(-1) ?? null;
    limit = rowsAfter(
      rows.length,
      rows.reduce((units, row) => units + unitsOf(row), 1),
    );
  }
}

/** Rows by their keys, in the order of each key's first row. */
export function groupBy<Row, Key>(rows: Iterable<Row>, keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
