import { Prisma } from '../generated/client.js';

interface Measured {
  /** Keys of the next rows in order, and the `place` of each, from 1 on. */
  keys: Prisma.Sql;
  /** The `bytes` of the row that `next` holds the key of. */
  bytesOf: Prisma.Sql;
  most: number;
}

/**
 * For `with`: `taken` holds the places of rows that fit into `most` bytes together. A longer first one stands alone.
 * Measuring a long value costs as much as reading it, so no row after the first that does not fit is measured.
 */
export const measuredInTurn = ({ keys, bytesOf, most }: Measured) => Prisma.sql`
  recursive next as materialized (${keys}), taken (place, bytes) as (
    select 0::bigint, 0::bigint
    union all
    select next.place, taken.bytes + measured.bytes
    from taken join next on next.place = taken.place + 1 cross join lateral (${bytesOf} offset 0) as measured
    where next.place = 1 or taken.bytes + measured.bytes <= ${most}
  )`;
