import type { MemoryPageRequest, MemoryRecord, MemorySort, PageKey } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';
import { memoryColumns, memoryFilter } from './memory-rows.js';

interface Sort {
  column: Prisma.Sql;
  /** The same column as the page selects it. */
  selected: Prisma.Sql;
  /** The column's value of a page key. */
  parameter(value: number): Prisma.Sql;
  keyValue(memory: MemoryRecord): number;
}

const LARGEST_COUNT = 2 ** 31 - 1;

const sorts: Record<MemorySort, Sort> = {
  createdAt: {
    column: Prisma.sql`created_at`,
    selected: Prisma.sql`page."createdAt"`,
    parameter: (value) => Prisma.sql`${new Date(value)}::timestamptz`,
    keyValue: (memory) => memory.createdAt.getTime(),
  },
  importanceScore: {
    column: Prisma.sql`importance_score`,
    selected: Prisma.sql`page."importanceScore"`,
    parameter: (value) => Prisma.sql`${value}::float8`,
    keyValue: (memory) => memory.importanceScore,
  },
  accessCount: {
    column: Prisma.sql`access_count`,
    selected: Prisma.sql`page."accessCount"`,
    // A cursor may name a count that no column can hold.
    parameter: (value) => Prisma.sql`${Math.trunc(Math.max(0, Math.min(value, LARGEST_COUNT)))}::int`,
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

/** One row more than asked for tells whether another page follows; where there is none, one row still holds the total. */
const selectPage = (tenant: TenantId, request: MemoryPageRequest) => {
  const filter = memoryFilter(tenant, request.filter);
  const { column, selected } = sorts[request.sortBy];
  const { keyword } = directions[request.sortOrder];
  const { where, skip } = pageStart(request);
  return Prisma.sql`
    select filtered.total, page.*
    from (select count(*)::int as total from memories where ${filter}) as filtered
    left join lateral (
      select ${memoryColumns} from memories where ${filter} ${where}
      order by ${column} ${keyword}, id ${keyword} limit ${request.limit + 1} ${skip}
    ) as page on true
    order by ${selected} ${keyword}, page.id ${keyword}`;
};

const toMemories = (rows: readonly Row[]) =>
  rows.flatMap(({ total: _total, ...row }): MemoryRecord[] => (row.id === null ? [] : [row as MemoryRecord]));

export async function memoryPage(
  database: Database,
  tenant: TenantId,
  request: MemoryPageRequest,
): Promise<{ memories: MemoryRecord[]; total: number; last: PageKey | null }> {
  const rows = await database.$queryRaw<Row[]>(selectPage(tenant, request));
  const found = toMemories(rows);
  const memories = found.slice(0, request.limit);
  const last = found.length > request.limit ? memories.at(-1) : undefined;
  return {
    memories,
    total: rows[0]?.total ?? 0,
    last: last ? { value: sorts[request.sortBy].keyValue(last), id: last.id } : null,
  };
}
