import { MOST_ASKED, type Page, type PageRequest } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';
import { cutPage, type Free, freeInTurn, isCut, takenRows } from './page.js';

/** Open replacements whose memories are looked up at once, of any number that an import may bring. */
const LOOKED_AT = 2000;

const holds = (tenant: TenantId, id: Prisma.Sql) => Prisma.sql`exists (
  select from memories where tenant_id = ${tenant} and id = ${id} and deleted_at is null and invalid_at is null
)`;

/** A replacement is decided once either side no longer holds. Imports of earlier releases brought longer lists. */
const undecided = (tenant: TenantId) => Prisma.sql`(
  kind <> 'replacement' or (${holds(tenant, Prisma.sql`reviews.memory_id`)} and exists (
    select from unnest(reviews.other_ids[1:${MOST_ASKED}]) as other_id where ${holds(tenant, Prisma.sql`other_id`)}
  ))
)`;

interface Open {
  tenant: TenantId;
  /** Conditions on the reviews besides that they are open. */
  passing: Prisma.Sql;
}

const newestFirst = Prisma.sql`order by created_at desc, id desc`;

/** Replacements beyond the newest that are looked at do not count. The subquery is named as the table, for its conditions. */
const openTotal = ({ tenant, passing }: Open) => Prisma.sql`(
  (select count(*) from reviews where ${passing} and state = 'open' and kind <> 'replacement')
  + (select count(*) from (
    select * from reviews where ${passing} and state = 'open' and kind = 'replacement' ${newestFirst} limit ${LOOKED_AT}
  ) as reviews where ${undecided(tenant)})
)::int`;

export async function countOpenReviews(database: Database, open: Open): Promise<number> {
  const [row] = await database.$queryRaw<[{ total: number }]>`select ${openTotal(open)} as total`;
  return row.total;
}

interface Listed {
  id: string;
  createdAt: Date;
}

const timeOf = ({ createdAt }: { createdAt: Date }) => createdAt.getTime();

type Shown = Omit<Open, 'tenant'> & { columns: Prisma.Sql; free: Free };

const reviews = Prisma.sql`reviews`;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * With "case", since behind the wall between tenants no index serves a condition with "coalesce".
 * `looked`, which stands after those that go by it, is the last replacement that is looked at. */
const selectOpenPage = ({ passing, columns, free }: Shown, { limit, offset, after }: PageRequest) => {
  const beyond = after
    ? Prisma.sql`and (created_at, id) < (${new Date(after.value)}::timestamptz, ${after.id}::uuid)`
    : Prisma.empty;
  const listed = Prisma.sql`
    select * from reviews
    where ${passing} and state = 'open' ${beyond} and ${undecided(free.tenant)} and (created_at, id) >= (
      case when (select "endAt" from looked) is null then '-infinity' else (select "endAt" from looked) end,
      case when (select "endId" from looked) is null then ${FIRST_ID}::uuid else (select "endId" from looked) end
    )
    ${newestFirst} limit ${limit + 1} offset ${after ? 0 : offset}`;
  const place = Prisma.sql`row_number() over (${newestFirst})`;
  const keysOf = (keys: Prisma.Sql) => Prisma.sql`select ${keys} from (${listed}) as limited`;
  return Prisma.sql`
    with ${freeInTurn(free, reviews, { place, keysOf })}, looked as materialized (
      select id as "endId", created_at as "endAt" from reviews
      where ${passing} and state = 'open' and kind = 'replacement' ${beyond}
      ${newestFirst} limit 1 offset ${LOOKED_AT - 1}
    )
    select filtered.total, ${isCut} as "isCut", looked."endId", looked."endAt", page.*
    from (select ${openTotal({ tenant: free.tenant, passing })} as total) as filtered
    left join looked on true
    left join lateral (select ${columns} from ${takenRows(free, reviews)}) as page on true
    order by page."createdAt" desc, page.id desc`;
};

/** A page ends with the last replacement that is looked at, even with no row; another one may follow then. */
export async function openReviewPage<Row extends Listed>(
  database: Database,
  shown: Shown,
  request: PageRequest,
): Promise<Page<Row>> {
  const { limit, offset, after } = request;
  type Found = { total: number; isCut: boolean; endId: string | null; endAt: Date | null } & (Row | { id: null });
  const found = await database.$queryRaw<Found[]>(selectOpenPage(shown, request));
  const all = found.flatMap(({ total: _total, isCut: _isCut, endId: _endId, endAt: _endAt, ...row }) =>
    row.id === null ? [] : [row as unknown as Row],
  );
  const { total = 0, isCut: isEarly = false, endId = null, endAt = null } = found[0] ?? {};
  const { rows, last } = cutPage(all, limit, timeOf, isEarly);
  // An offset beyond those that count is beyond the list, as it is of any other. One within it has more to come.
  const isBeyond = !after && offset > 0 && offset >= total && rows.length === 0;
  const end = endId !== null && endAt !== null && !isBeyond ? { value: endAt.getTime(), id: endId } : null;
  return { rows, total, last: last ?? end };
}
