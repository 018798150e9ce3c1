import type { Records } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';
import { countAllMemories } from './memory-counts.js';
import { ringingFor } from './outbox-rings.js';
import { createRetention } from './retention.js';

/** Rows that one statement changes: well within the time that a statement has, and nobody waits long for their locks. */
const PART = 2000;

interface Part {
  count: number;
  /** The last row that was looked at. */
  tenant: string;
  id: string;
}

const reindexPart = async (database: Database, { tenant, id }: Pick<Part, 'tenant' | 'id'>, at: Date) => {
  const keys = Prisma.sql`select tenant_id, 'index', id::text from lost`;
  const [part] = await database.$queryRaw<Part[]>`
    with part as materialized (
      select tenant_id, id from memories
      where deleted_at is null and (tenant_id, id) > (${tenant}, ${id}::uuid) order by tenant_id, id limit ${PART}
    ), lost as (
      select memories.tenant_id, memories.id from memories join part using (tenant_id, id)
      where deleted_at is null order by memories.tenant_id, memories.id for update of memories
    ), unindexed as (
      update memories set indexed_version = 0, index_epoch = index_epoch + 1 from lost
      where memories.tenant_id = lost.tenant_id and memories.id = lost.id
    ), rung as (${ringingFor(keys, at, at)})
    select (select count(*)::int from lost) as count, tenant_id as tenant, id
    from part order by tenant_id desc, part.id desc limit 1`;
  return part;
};

async function reindexAll(database: Database, at: Date): Promise<number> {
  let count = 0;
  let last: Pick<Part, 'tenant' | 'id'> = { tenant: '', id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const part = await reindexPart(database, last, at);
    if (!part) return count;
    count += part.count;
    last = part;
  }
}

/** From tenant to tenant of the memories, and those that have had some. */
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

/** Locks only what it takes, and takes no row that another process took since this statement began. */
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

/** What concerns all tenants at once. */
export function createUpkeep(
  database: Database,
): Pick<
  Records,
  'reindexAll' | 'tenants' | 'takeIndexChecks' | 'prune' | 'rowEstimates' | 'tenantsDue' | 'counts' | 'ping'
> {
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
    async ping() {
      await database.$executeRaw`select 1`;
    },
  };
}
