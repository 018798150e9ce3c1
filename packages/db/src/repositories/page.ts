import type { Page, PageKey, PageRequest } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';
import { measuredInTurn } from './measured-in-turn.js';

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
  /** Columns that may be long, by which a page ends early. Imports of earlier releases gave rows any number of values. */
  free?: Free;
}

export interface Free {
  tenant: TenantId;
  columns: readonly Prisma.Sql[];
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

/** `found` has one row more than `limit` where another page follows, unless it was cut early. */
export function cutPage<Row extends { id: string }>(
  found: readonly Row[],
  limit: number,
  keyOf: (row: Row) => number,
  isEarly = false,
): { rows: Row[]; last: PageKey | null } {
  const rows = found.slice(0, limit);
  const end = isEarly || found.length > limit ? rows.at(-1) : undefined;
  return { rows, last: end ? { value: keyOf(end), id: end.id } : null };
}

/** Bytes of these columns in a page. A process holds some 20 for each of them where they are JSON of small values. */
const FREE_BYTES = 4 * 1024 * 1024;
/** Bytes as they are stored, up to which a value is not measured. However well it is packed, a page holds a hundred of them. */
const SHORT = 1000;

const sumOf = (columns: readonly Prisma.Sql[], bytesOf: (column: Prisma.Sql) => Prisma.Sql) =>
  Prisma.join(
    columns.map((column) => Prisma.sql`coalesce(${bytesOf(column)}, 0)`),
    ' + ',
  );

const directed = <Row>({ order, sortOrder }: Ordered<Row>) =>
  Prisma.sql`order by ${order.column} ${directions[sortOrder].keyword}, id ${directions[sortOrder].keyword}`;

/** One row more than `limit` where another page follows. */
const rowsOf = <Row>(ordered: Ordered<Row>, columns: Prisma.Sql, { limit, offset, after }: PageRequest): Prisma.Sql => {
  const { table, filter, order, sortOrder } = ordered;
  const start = after
    ? Prisma.sql`and (${order.column}, id) ${directions[sortOrder].beyond} (${order.parameter(after.value)}, ${after.id}::uuid)`
    : Prisma.empty;
  return Prisma.sql`
    select ${columns} from ${table} where ${filter} ${start}
    ${directed(ordered)} limit ${limit + 1} offset ${after ? 0 : offset}`;
};

/** For `with`: `taken` holds the places of the rows that fit into `FREE_BYTES`. `keysOf` makes the keys from their columns. */
export function freeInTurn(
  { tenant, columns }: Free,
  table: Prisma.Sql,
  { place, keysOf }: { place: Prisma.Sql; keysOf: (columns: Prisma.Sql) => Prisma.Sql },
) {
  const isShort = Prisma.sql`${sumOf(columns, (column) => Prisma.sql`pg_column_size(${column})`)} <= ${SHORT}`;
  const bytes = sumOf(columns, (column) => Prisma.sql`octet_length(${column}::text)`);
  const keys = keysOf(Prisma.sql`id as row_id, ${place} as place, ${isShort} as is_short`);
  const bytesOf = Prisma.sql`
    select case when next.is_short then 0 else (
      select ${bytes} from ${table} where tenant_id = ${tenant} and id = next.row_id
    ) end as bytes`;
  return measuredInTurn({ keys, bytesOf, most: FREE_BYTES });
}

/** The rows of `freeInTurn`. */
export const takenRows = ({ tenant }: Free, table: Prisma.Sql) => Prisma.sql`
  taken join next on next.place = taken.place
  cross join lateral (select * from ${table} where tenant_id = ${tenant} and id = row_id offset 0) as whole`;

/** Numbered once they are limited: a database sorts all rows for a number, and only as many as it needs for a limit. */
const measured = <Row>(ordered: Ordered<Row>, free: Free, request: PageRequest) => {
  const place = Prisma.sql`row_number() over (${directed(ordered)})`;
  const rows = rowsOf(ordered, Prisma.sql`*`, request);
  return freeInTurn(free, ordered.table, {
    place,
    keysOf: (columns) => Prisma.sql`select ${columns} from (${rows}) as limited`,
  });
};

/** Whether rows were left out. */
export const isCut = Prisma.sql`(select count(*) from next) > (select max(place) from taken)`;

function selectPage<Row>(ordered: Ordered<Row>, request: PageRequest): Prisma.Sql {
  const { table, columns, filter, order, free } = ordered;
  const { keyword } = directions[ordered.sortOrder];
  const rows = free ? Prisma.sql`select ${columns} from ${takenRows(free, table)}` : rowsOf(ordered, columns, request);
  return Prisma.sql`
    ${free ? Prisma.sql`with ${measured(ordered, free, request)}` : Prisma.empty}
    select filtered.total, ${free ? isCut : Prisma.sql`false`} as "isCut", page.*
    from (select count(*)::int as total from ${table} where ${filter}) as filtered
    left join lateral (${rows}) as page on true
    order by ${order.selected} ${keyword}, page.id ${keyword}`;
}

/** An empty page is one row without an id, which holds the total. */
export async function pageOf<Row extends { id: string }>(
  database: Database,
  ordered: Ordered<Row>,
  request: PageRequest,
): Promise<Page<Row>> {
  type Found = { total: number; isCut: boolean } & (Row | { id: null });
  const found = await database.$queryRaw<Found[]>(selectPage(ordered, request));
  const all = found.flatMap(({ total: _total, isCut: _isCut, ...row }) =>
    row.id === null ? [] : [row as unknown as Row],
  );
  const { total = 0, isCut: isEarly = false } = found[0] ?? {};
  return { ...cutPage(all, request.limit, ordered.order.keyOf, isEarly), total };
}
