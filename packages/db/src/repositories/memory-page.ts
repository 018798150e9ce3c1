import type { MemoryPageRequest, MemoryRecord, MemorySort, PageKey } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';
import { memoryColumns, memoryFilter } from './memory-rows.js';
import { byCreation, countParameter, type Order, pageOf } from './page.js';

const sorts: Record<MemorySort, Order<MemoryRecord>> = {
  createdAt: byCreation,
  importanceScore: {
    column: Prisma.sql`importance_score`,
    selected: Prisma.sql`page."importanceScore"`,
    parameter: (value) => Prisma.sql`${value}::float8`,
    keyOf: (memory) => memory.importanceScore,
  },
  accessCount: {
    column: Prisma.sql`access_count`,
    selected: Prisma.sql`page."accessCount"`,
    parameter: countParameter,
    keyOf: (memory) => memory.accessCount,
  },
};

export async function memoryPage(
  database: Database,
  tenant: TenantId,
  { filter, sortBy, sortOrder, ...request }: MemoryPageRequest,
): Promise<{ memories: MemoryRecord[]; total: number; last: PageKey | null }> {
  const ordered = {
    ...{ table: Prisma.sql`memories`, columns: memoryColumns, filter: memoryFilter(tenant, filter) },
    ...{ order: sorts[sortBy], sortOrder },
    free: { tenant, columns: [Prisma.sql`metadata`, Prisma.sql`provenance`] },
  };
  const { rows: memories, ...page } = await pageOf(database, ordered, request);
  return { memories, ...page };
}
