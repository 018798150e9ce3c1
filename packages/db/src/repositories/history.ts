import type { HistoryRepository } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { type Database, nullableJson, nullableJsonObject } from './database.js';

export function createHistoryRepository(database: Database, tenant: TenantId): HistoryRepository {
  return {
    async add(entries) {
      if (entries.length === 0) return;
      await database.memoryHistory.createMany({
        data: entries.map(({ before, after, ...entry }) => ({
          ...entry,
          tenantId: tenant,
          before: nullableJson(before),
          after: nullableJson(after),
        })),
      });
    },
    async forget(memoryIds) {
      await database.memoryHistory.deleteMany({ where: { tenantId: tenant, memoryId: { in: [...memoryIds] } } });
    },
    async of(memoryId) {
      const rows = await database.memoryHistory.findMany({
        where: { tenantId: tenant, memoryId },
        orderBy: { version: 'asc' },
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
