export interface PartBounds<Row> {
  /** UTF-16 units in a part. A longer row is a part by itself. */
  units: number;
  unitsOf(row: Row): number;
  rows?: number;
}

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

/** UTF-16 units that are worked on at once, about 10 ms for the local model. */
const TEXT_UNITS = 50_000;

export const textParts = <Row extends { content: string; context?: string | null }>(rows: readonly Row[]): Row[][] =>
  inParts(rows, { units: TEXT_UNITS, unitsOf: ({ content, context }) => content.length + (context?.length ?? 0) });

export const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_chunk, position) =>
    items.slice(position * size, (position + 1) * size),
  );

/** Some rows at once, as soon as they have so many UTF-16 units. */
export async function* gathered<Row>(
  rows: AsyncIterable<Row>,
  { units: most, unitsOf }: Pick<PartBounds<Row>, 'units' | 'unitsOf'>,
): AsyncGenerator<Row[]> {
  let held: Row[] = [];
  let units = 0;
  for await (const row of rows) {
    held.push(row);
    units += unitsOf(row);
    if (units < most) continue;
    yield held;
    [held, units] = [[], 0];
  }
  if (held.length > 0) yield held;
}

/** Ends with the first page of fewer rows than `size`. */
export async function* pagesOf<Row>(size: number, read: (after: Row | null) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let after: Row | null = null; ; ) {
    const rows: Row[] = await read(after);
    yield rows;
    if (rows.length < size) return;
    after = rows.at(-1) ?? null;
  }
}

const MOST_ROWS = 100;
const FIRST_ROWS = 10;
/** UTF-16 units of a page, estimated from the rows before it. */
const PAGE_UNITS = 256 * 1024;

const rowsAfter = (rows: number, units: number) =>
  Math.max(1, Math.min(MOST_ROWS, Math.floor((rows * PAGE_UNITS) / units)));

type ReadPage<Row> = (after: Row | null, limit: number) => Promise<Row[]>;

/** Where pages have no other bound than `limit`. */
const isShort = (rows: number, limit: number) => rows < limit;

/** Where a page may also be cut by its size. */
export const isEmpty = (rows: number) => rows === 0;

/** The page size follows the size of the rows before. */
export async function* readPages<Row>(
  read: ReadPage<Row>,
  unitsOf: (row: Row) => number,
  isLast = isShort,
): AsyncGenerator<Row[]> {
  let limit = FIRST_ROWS;
  for (let after: Row | null = null; ; ) {
    const rows: Row[] = await read(after, limit);
    yield rows;
    if (isLast(rows.length, limit)) return;
    after = rows.at(-1) ?? null;
    limit = rowsAfter(
      rows.length,
      rows.reduce((units, row) => units + unitsOf(row), 1),
    );
  }
}

/** Keeps the order of each key's first row. */
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
