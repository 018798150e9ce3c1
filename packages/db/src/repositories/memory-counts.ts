import type { Records } from '@hippocamp/core/ports/records';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';

/** So many rows are counted, in some milliseconds. Above it the answer is the estimate of the last vacuum or analyze. */
const COUNTED = 50_000;

/** What the planner believes a partial index to hold: at least what was counted, for a table that grew since. */
const orEstimate = (counted: Prisma.Sql, most: number, index: Prisma.Sql) => Prisma.sql`
  case when ${counted} < ${most} then ${counted}
    else greatest(${counted}, (select reltuples from pg_class where oid = ${index}::regclass)) end::float8`;

/**
 * Exact for small tables. The rows that are not indexed are asked for in the order of their index: the planner takes them
 * for a third of all, and would look for them all over the table.
 */
export async function countAllMemories(database: Database, most = COUNTED): ReturnType<Records['counts']> {
  const [row] = await database.$queryRaw<[{ memories: number; unindexed: number }]>`
    with living as materialized (
      select count(*) as counted from (select from memories where deleted_at is null limit ${most}) as few
    ), waiting as materialized (
      select count(*) as counted from (
        select from memories where indexed_version < version order by tenant_id, id limit ${most}
      ) as few
    )
    select ${orEstimate(Prisma.sql`living.counted`, most, Prisma.sql`'memories_created_idx'`)} as memories,
      ${orEstimate(Prisma.sql`waiting.counted`, most, Prisma.sql`'memories_unindexed_idx'`)} as unindexed
    from living, waiting`;
  return row;
}
