import type { Records } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { beyond, type Database } from './database.js';
import { markUnindexed } from './memory-indexing.js';
import { createRetention } from './retention.js';

/** Rows counted exactly, in some milliseconds; beyond it the planner's estimate counts. */
const COUNTED = 50_000;

/** The estimate of a partial index; at least the count, since the table may have grown. */
const orEstimate = (counted: Prisma.Sql, most: number, index: Prisma.Sql) => Prisma.sql`
  case when ${counted} < ${most} then ${counted}
    else greatest(${counted}, (select reltuples from pg_class where oid = ${index}::regclass)) end::float8`;

/** The order of the index keeps the planner from searching the whole table for unindexed rows. */
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

/** Small enough for the statement timeout and for those that wait for the locks. */
const PART = 500;
const TENANTS = 100;

/** Includes tenants whose memories are all deleted. */
async function tenants(database: Database, after: TenantId | null, limit: number): Promise<TenantId[]> {
  const rows = await database.$queryRaw<{ tenant: TenantId }[]>`
    with recursive writers as (
      (select tenant_id from memories where tenant_id > ${after ?? ''} order by tenant_id, id limit 1)
      union all
      select next.tenant_id from writers cross join lateral (
        select tenant_id from memories where tenant_id > writers.tenant_id order by tenant_id, id limit 1
      ) as next
    )
    select tenant_id as tenant from (
      (select tenant_id from writers limit ${limit})
      union
      (
        select tenant_id from tenant_vocabularies where tenant_id > ${after ?? ''}
        order by tenant_id limit ${limit}
      )
    ) as known
    order by tenant_id limit ${limit}`;
  return rows.map(({ tenant }) => tenant);
}

const livingIds = async (database: Database, tenant: TenantId, after: string | null): Promise<string[]> => {
  const rows = await database.$queryRaw<{ id: string }[]>`
    select id from memories where tenant_id = ${tenant} and deleted_at is null ${beyond(after)} order by id limit ${PART}`;
  return rows.map(({ id }) => id);
};

async function reindexTenant(database: Database, tenant: TenantId, at: Date): Promise<number> {
  let count = 0;
  for (let last: string | undefined | null = null; last !== undefined; ) {
    const ids: string[] = await livingIds(database, tenant, last);
    await markUnindexed(database, tenant, ids, at);
    count += ids.length;
    last = ids.at(-1);
  }
  return count;
}

async function reindexAll(database: Database, at: Date): Promise<number> {
  let count = 0;
  for (let last: TenantId | undefined | null = null; last !== undefined; ) {
    const page: TenantId[] = await tenants(database, last, TENANTS);
    for (const tenant of page) count += await reindexTenant(database, tenant, at);
    last = page.at(-1);
  }
  return count;
}

/** Locks only the rows it takes, and skips those that another process took meanwhile. */
async function takeIndexChecks(database: Database, limit: number, at: Date): Promise<TenantId[]> {
  const rows = await database.$queryRaw<{ tenant: TenantId }[]>`
    with longest as materialized (
      select tenant_id, index_checked_at from tenant_vocabularies order by index_checked_at, tenant_id limit ${limit}
    ), free as (
      select tenant_id from tenant_vocabularies as present join longest using (tenant_id, index_checked_at)
      for update of present skip locked
    )
    update tenant_vocabularies set index_checked_at = ${at}::timestamptz
    where tenant_id = any(array(select tenant_id from free))
    returning tenant_id as tenant`;
  return rows.map(({ tenant }) => tenant);
}

export function createUpkeep(
  database: Database,
): Pick<Records, 'reindexAll' | 'tenants' | 'takeIndexChecks' | 'prune' | 'rowEstimates' | 'tenantsDue' | 'counts'> {
  return {
    ...createRetention(database),
    reindexAll: (at) => reindexAll(database, at),
    tenants: (after, limit) => tenants(database, after, limit),
    takeIndexChecks: (limit, at) => takeIndexChecks(database, limit, at),
    async tenantsDue(now, after, limit) {
      const rows = await database.$queryRaw<{ tenant: TenantId }[]>`
        select distinct tenant_id as tenant from memories
        where due_at <= ${now}::timestamptz and due_at is not null and deleted_at is null
          and tenant_id > ${after ?? ''}
        order by tenant_id limit ${limit}`;
      return rows.map(({ tenant }) => tenant);
    },
    counts: () => countAllMemories(database),
  };
}
