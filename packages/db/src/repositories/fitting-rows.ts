import { Prisma } from '../generated/client.js';

/** Bytes of long values that one statement or transaction removes. A longer row goes alone. */
export const REMOVED_BYTES = 8 * 1024 * 1024;

/** Bytes of a row in these columns, as they are kept. Long values are not read for it, as the whole row would be. */
export const bytesIn = (columns: readonly string[]) =>
  Prisma.raw(columns.map((column) => `coalesce(pg_column_size(${column}), 0)`).join(' + '));

interface Fitting {
  table: Prisma.Sql;
  /** A condition on rows of `kept`. */
  condition: Prisma.Sql;
  bytes: Prisma.Sql;
  rows: number;
  most: number;
}

/** The places of rows that fit into `most` bytes together, at least of one, and the bytes of each. */
export const fittingRows = ({ table, condition, bytes, rows, most }: Fitting) => Prisma.sql`
  select place, row, bytes from (
    select place, row, bytes, sum(bytes) over (rows unbounded preceding) - bytes as earlier from (
      select tableoid as place, ctid as row, ${bytes} as bytes from ${table} as kept where ${condition} limit ${rows}
    ) as measured
  ) as added
  where earlier < ${most}`;
