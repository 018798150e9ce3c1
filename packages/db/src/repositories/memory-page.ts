import type { MemoryFilter, MemoryPageRequest, MemoryRecord, MemorySort, PageKey } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';
import { decidedFilter } from './long-metadata.js';
import { living, memoriesById, memoryColumns, memoryFilter } from './memory-rows.js';
import { byCreation, countParameter, freeInTurn, isCut, type Order, pageOf, takenRows } from './page.js';

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

/** Imports of earlier releases brought texts of any length, too. */
const longColumns = ['content', 'context', 'metadata', 'provenance'].map((column) => Prisma.raw(column));
const freeIn = (tenant: TenantId) => ({ tenant, columns: longColumns });

export async function memoryPage(
  database: Database,
  tenant: TenantId,
  { filter, sortBy, sortOrder, ...request }: MemoryPageRequest,
): Promise<{ memories: MemoryRecord[]; total: number; last: PageKey | null }> {
  const ordered = {
    ...{ table: Prisma.sql`memories`, columns: memoryColumns, filter: await decidedFilter(database, tenant, filter) },
    ...{ order: sorts[sortBy], sortOrder },
    free: freeIn(tenant),
  };
  const { rows: memories, ...page } = await pageOf(database, ordered, request);
  return { memories, ...page };
}

/** So many are read without being measured. */
const FEW = 10;

/** The first of them that fit, at least one, and whether others are left. */
async function someMemories(database: Database, tenant: TenantId, ids: readonly string[], condition: Prisma.Sql) {
  const given = memoriesById(tenant, ids, condition);
  if (ids.length <= FEW) {
    const rows = await database.$queryRaw<MemoryRecord[]>`select ${memoryColumns} from ${given}`;
    return { rows, isCut: false };
  }
  const [free, memories] = [freeIn(tenant), Prisma.sql`memories`];
  const keysOf = (columns: Prisma.Sql) => Prisma.sql`select ${columns} from ${given}`;
  const found = await database.$queryRaw<(MemoryRecord & { isCut: boolean })[]>`
    with ${freeInTurn(free, memories, { place: Prisma.sql`row_number() over ()`, keysOf })}
    select ${memoryColumns}, ${isCut} as "isCut" from ${takenRows(free, memories)} order by next.place`;
  return { rows: found.map(({ isCut: _isCut, ...row }): MemoryRecord => row), isCut: found[0]?.isCut ?? false };
}

/** In more than one statement where many have long free JSON, so that others get their turn in between. */
export async function memoriesOf(
  database: Database,
  tenant: TenantId,
  ids: readonly string[],
  filter: MemoryFilter | undefined,
): Promise<MemoryRecord[]> {
  const condition = filter ? memoryFilter(tenant, filter) : living(tenant);
  const rows: MemoryRecord[] = [];
  for (let left = [...new Set(ids.map((id) => id.toLowerCase()))]; left.length > 0; ) {
    const some = await someMemories(database, tenant, left, condition);
    rows.push(...some.rows);
    const read = new Set(some.rows.map(({ id }) => id));
    left = some.isCut ? left.filter((id) => !read.has(id)) : [];
  }
  return rows;
}
