import type { MemoryPageRequest, MemoryRecord, MemorySort, PageKey } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';
import { memoryColumns } from './memory-columns.js';
import { memoryFilter } from './memory-filter.js';

interface Sort {
  column: Prisma.Sql;
  /** The column's value of a page key. */
  parameter(value: number): Prisma.Sql;
  keyValue(memory: MemoryRecord): number;
}

const sorts: Record<MemorySort, Sort> = {
  createdAt: {
    column: Prisma.sql`created_at`,
    parameter: (value) => Prisma.sql`${new Date(value)}::timestamptz`,
    keyValue: (memory) => memory.createdAt.getTime(),
  },
  importanceScore: {
    column: Prisma.sql`importance_score`,
    parameter: (value) => Prisma.sql`${value}::float8`,
    keyValue: (memory) => memory.importanceScore,
  },
  accessCount: {
    column: Prisma.sql`access_count`,
    parameter: (value) => Prisma.sql`${value}::int`,
    keyValue: (memory) => memory.accessCount,
  },
};

const directions = {
  asc: { keyword: Prisma.sql`asc`, beyond: Prisma.sql`>` },
  desc: { keyword: Prisma.sql`desc`, beyond: Prisma.sql`<` },
} as const;

function pageStart({ sortBy, sortOrder, after, offset }: MemoryPageRequest): { where: Prisma.Sql; skip: Prisma.Sql } {
  if (!after) return { where: Prisma.empty, skip: Prisma.sql`offset ${offset}` };
  const { column, parameter } = sorts[sortBy];
  const { beyond } = directions[sortOrder];
  return {
    where: Prisma.sql`and (${column}, id) ${beyond} (${parameter(after.value)}, ${after.id}::uuid)`,
    skip: Prisma.empty,
  };
}

type Row = { total: number } & (MemoryRecord | { id: null });

/** One row more than asked for tells whether another page follows; without any row, one row still holds the total. */
const selectPage = (tenant: TenantId, request: MemoryPageRequest) => {
  const filter = memoryFilter(tenant, request.filter);
  const { column } = sorts[request.sortBy];
  const { keyword } = directions[request.sortOrder];
  const { where, skip } = pageStart(request);
  return Prisma.sql`
    select filtered.total, page.*
    from (select count(*)::int as total from memories where ${filter}) as filtered
    left join lateral (
      select ${memoryColumns}, row_number() over (order by ${column} ${keyword}, id ${keyword}) as place
      from memories where ${filter} ${where}
      order by ${column} ${keyword}, id ${keyword} limit ${request.limit + 1} ${skip}
    ) as page on true
    order by page.place`;
};

export async function memoryPage(
  database: Database,
  tenant: TenantId,
  request: MemoryPageRequest,
): Promise<{ memories: MemoryRecord[]; total: number; last: PageKey | null }> {
  const rows = await database.$queryRaw<Row[]>(selectPage(tenant, request));
  return { memories: [], total: rows[0]?.total ?? 0, last: null };
}
