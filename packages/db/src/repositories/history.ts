import type { HistoryEntry, HistoryRepository } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { asParameter, type Database, nullableJsonObject } from './database.js';

/** The statement that writes entries. */
export const remembering = (tenant: TenantId, entries: readonly HistoryEntry[]) => Prisma.sql`
  insert into memory_history (tenant_id, memory_id, version, change, at, before, after)
  select ${tenant}, "memoryId", version, change, at, nullif(before, 'null'), nullif(after, 'null')
  from json_to_recordset(${asParameter(entries)}::json) as entry (
    "memoryId" uuid, version int, change text, at timestamptz, before jsonb, after jsonb
  )`;

export function createHistoryRepository(database: Database, tenant: TenantId): HistoryRepository {
  return {
    async add(entries) {
      if (entries.length === 0) return;
      await database.$executeRaw`${remembering(tenant, entries)}`;
    },
    async forget(memoryIds) {
      await database.memoryHistory.deleteMany({ where: { tenantId: tenant, memoryId: { in: [...memoryIds] } } });
    },
    async page(memoryIds, after, limit) {
      const later = after && {
        OR: [{ memoryId: { gt: after.memoryId } }, { memoryId: after.memoryId, version: { gt: after.version } }],
      };
      const rows = await database.memoryHistory.findMany({
        where: { tenantId: tenant, memoryId: { in: [...memoryIds] }, ...later },
        orderBy: [{ memoryId: 'asc' }, { version: 'asc' }],
        take: limit,
        omit: { tenantId: true },
      });
      return rows.map(({ before, after, ...row }) => ({
        ...row,
        before: nullableJsonObject(before),
        after: nullableJsonObject(after),
      }));
    },
  };
}
