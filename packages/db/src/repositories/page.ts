import type { Page, PageKey, PageRequest } from '@hippocamp/core/ports/records';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';

const directions = {
  asc: { keyword: Prisma.sql`asc`, beyond: Prisma.sql`>` },
  desc: { keyword: Prisma.sql`desc`, beyond: Prisma.sql`<` },
} as const;

export interface Order<Row> {
  column: Prisma.Sql;
  selected: Prisma.Sql;
  parameter(value: number): Prisma.Sql;
  keyOf(row: Row): number;
}

export interface Ordered<Row> {
  table: Prisma.Sql;
  columns: Prisma.Sql;
  filter: Prisma.Sql;
  order: Order<Row>;
  sortOrder: 'asc' | 'desc';
}

const LARGEST_COUNT = 2 ** 31 - 1;

/** A cursor may name a count that no column can hold. */
export const countParameter = (value: number): Prisma.Sql =>
  Prisma.sql`${Math.trunc(Math.max(0, Math.min(value, LARGEST_COUNT)))}::int`;

const byTime = <Row>(column: Prisma.Sql, selected: Prisma.Sql, timeOf: (row: Row) => Date): Order<Row> => ({
  column,
  selected,
  parameter: (value) => Prisma.sql`${new Date(value)}::timestamptz`,
  keyOf: (row) => timeOf(row).getTime(),
});

export const byCreation = byTime(
  Prisma.sql`created_at`,
  Prisma.sql`page."createdAt"`,
  ({ createdAt }: { createdAt: Date }) => createdAt,
);

export const byOccurrence = byTime(
  Prisma.sql`occurred_at`,
  Prisma.sql`page."occurredAt"`,
  ({ occurredAt }: { occurredAt: Date }) => occurredAt,
);

/** `found` has one row more than `limit` where another page follows. */
export function cutPage<Row extends { id: string }>(
  found: readonly Row[],
  limit: number,
  keyOf: (row: Row) => number,
): { rows: Row[]; last: PageKey | null } {
  const rows = found.slice(0, limit);
  const end = found.length > limit ? rows.at(-1) : undefined;
  return { rows, last: end ? { value: keyOf(end), id: end.id } : null };
}

function selectPage<Row>(ordered: Ordered<Row>, { limit, offset, after }: PageRequest): Prisma.Sql {
  const { table, columns, filter, order } = ordered;
  const { keyword, beyond } = directions[ordered.sortOrder];
  const start = after
    ? Prisma.sql`and (${order.column}, id) ${beyond} (${order.parameter(after.value)}, ${after.id}::uuid)`
    : Prisma.empty;
  return Prisma.sql`
    select filtered.total, page.*
    from (select count(*)::int as total from ${table} where ${filter}) as filtered
    left join lateral (
      select ${columns} from ${table} where ${filter} ${start}
      order by ${order.column} ${keyword}, id ${keyword} limit ${limit + 1} offset ${after ? 0 : offset}
    ) as page on true
    order by ${order.selected} ${keyword}, page.id ${keyword}`;
}

/** An empty page is one row without an id, which holds the total. */
export async function pageOf<Row extends { id: string }>(
  database: Database,
  ordered: Ordered<Row>,
  request: PageRequest,
): Promise<Page<Row>> {
  type Found = { total: number } & (Row | { id: null });
  const found = await database.$queryRaw<Found[]>(selectPage(ordered, request));
  const all = found.flatMap(({ total: _total, ...row }) => (row.id === null ? [] : [row as unknown as Row]));
  return { ...cutPage(all, request.limit, ordered.order.keyOf), total: found[0]?.total ?? 0 };
}
