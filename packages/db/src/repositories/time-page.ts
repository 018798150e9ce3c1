import type { Page, PageRequest } from '@hippocamp/core/ports/records';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';

const directions = {
  asc: { keyword: Prisma.sql`asc`, beyond: Prisma.sql`>` },
  desc: { keyword: Prisma.sql`desc`, beyond: Prisma.sql`<` },
} as const;

/** Rows of a table in order of a time, ties by id. */
export interface TimeOrdered<Row> {
  table: Prisma.Sql;
  /** Under the names of the row. */
  columns: Prisma.Sql;
  filter: Prisma.Sql;
  time: Prisma.Sql;
  timeOf(row: Row): Date;
  sortOrder: 'asc' | 'desc';
}

function selectPage<Row>(ordered: TimeOrdered<Row>, { limit, offset, after }: PageRequest): Prisma.Sql {
  const { table, columns, filter, time } = ordered;
  const { keyword, beyond } = directions[ordered.sortOrder];
  const start = after
    ? Prisma.sql`and (${time}, id) ${beyond} (${new Date(after.value)}::timestamptz, ${after.id}::uuid)`
    : Prisma.empty;
  return Prisma.sql`
    select filtered.total, page.*
    from (select count(*)::int as total from ${table} where ${filter}) as filtered
    left join lateral (
      select ${columns}, row_number() over (order by ${time} ${keyword}, id ${keyword}) as place
      from ${table} where ${filter} ${start}
      order by ${time} ${keyword}, id ${keyword} limit ${limit + 1} offset ${after ? 0 : offset}
    ) as page on true
    order by page.place`;
}

/** One row more than asked for tells whether another page follows; where there is none, one row still holds the total. */
export async function timePage<Row extends { id: string }>(
  database: Database,
  ordered: TimeOrdered<Row>,
  request: PageRequest,
): Promise<Page<Row>> {
  type Found = { total: number; place: bigint } & (Row | { id: null });
  const found = await database.$queryRaw<Found[]>(selectPage(ordered, request));
  const all = found.flatMap(({ total: _total, place: _place, ...row }) =>
    row.id === null ? [] : [row as unknown as Row],
  );
  const rows = all.slice(0, request.limit);
  const end = all.length > request.limit ? rows.at(-1) : undefined;
  return {
    rows,
    total: found[0]?.total ?? 0,
    last: end ? { value: ordered.timeOf(end).getTime(), id: end.id } : null,
  };
}
