/** Rows read at once at most, and at first. */
const MOST_ROWS = 100;
const FIRST_ROWS = 10;
/** UTF-16 units read at once, as far as the rows before tell: a page of large ones is short. */
const PAGE_UNITS = 256 * 1024;

const rowsAfter = (rows: number, units: number) =>
  Math.max(1, Math.min(MOST_ROWS, Math.floor((rows * PAGE_UNITS) / units)));

/** Answers up to `limit` rows that come after one that was had before; fewer only at the end. */
export type ReadPage<Row> = (after: Row | null, limit: number) => Promise<Row[]>;

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
