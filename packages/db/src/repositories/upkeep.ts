import type { Records } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';
import { ringingFor } from './outbox-rings.js';
import { createRetention } from './retention.js';

/** What concerns all tenants at once. */
export function createUpkeep(
  database: Database,
): Pick<Records, 'reindexAll' | 'prune' | 'rowEstimates' | 'tenantsDue' | 'counts' | 'ping'> {
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
    ...createRetention(database),
    async tenantsDue(now, limit) {
      const rows = await database.$queryRaw<{ tenant: TenantId }[]>`
        select distinct tenant_id as tenant from memories
        where due_at <= ${now}::timestamptz and due_at is not null and deleted_at is null limit ${limit}`;
      return rows.map(({ tenant }) => tenant);
    },
    async counts() {
      const [row] = await database.$queryRaw<[{ memories: number; unindexed: number }]>`
        select (select count(*)::int from memories where deleted_at is null) as memories,
          (select count(*)::int from memories where indexed_version < version) as unindexed`;
      return row;
    },
    async ping() {
      await database.$executeRaw`select 1`;
    },
  };
}
