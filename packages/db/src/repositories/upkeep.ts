import type { Records } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';
import { countAllMemories } from './memory-counts.js';
import { ringingFor } from './outbox-rings.js';

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
): Pick<Records, 'reindexAll' | 'tenants' | 'takeIndexChecks' | 'prune' | 'counts' | 'ping'> {
  return {
    async reindexAll(at) {
      const keys = Prisma.sql`select tenant_id, 'index', id::text from lost`;
      const [row] = await database.$queryRaw<[{ count: number }]>`
        with lost as (
          update memories set indexed_version = 0 where deleted_at is null returning tenant_id, id
        ), rung as (${ringingFor(keys, at, at)})
        select count(*)::int as count from lost`;
      return row.count;
    },
    tenants: (after, limit) => tenants(database, after, limit),
    takeIndexChecks: (limit, at) => takeIndexChecks(database, limit, at),
    async prune({ idempotencyKeys }) {
      const { count } = await database.idempotencyKey.deleteMany({ where: { createdAt: { lt: idempotencyKeys } } });
      return { idempotencyKeys: count };
    },
    counts: () => countAllMemories(database),
    async ping() {
      await database.$executeRaw`select 1`;
    },
  };
}
