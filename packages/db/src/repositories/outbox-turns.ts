import { randomInt } from 'node:crypto';
import type { JobKey, JobKind } from '@hippocamp/core/ports/job-queue';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';

export const isFree = (now: Date) =>
  Prisma.sql`dead_at is null and (leased_until is null or leased_until < ${now}::timestamptz)`;

/**
 * The first free row behind a position of `outbox_due_idx`: one look into the index, whatever the backlog. The order is all
 * of the index's, so that no other plan can serve it, and the row may be of another tenant or kind. Leased rows are read
 * over; there are as many as workers hold.
 */
const nextFree = (position: Prisma.Sql, now: Date) => Prisma.sql`
  select kind, tenant_id, due_at, ref from outbox
  where ${isFree(now)} and (kind, tenant_id, due_at, ref) > (${position})
  order by kind, tenant_id, due_at, ref limit 1`;

const endOf = (tenant: Prisma.Sql, kind: JobKind) => Prisma.sql`${kind}::text, ${tenant}, 'infinity'::timestamptz, ''`;

/** Each tenant's oldest free row, from the tenant after one on; the last row may be of another kind. */
const tenantsAfter = (
  name: Prisma.Sql,
  after: string,
  kind: JobKind,
  now: Date,
  until = Prisma.sql`true`,
) => Prisma.sql`
  ${name} as (
    (${nextFree(endOf(Prisma.sql`${after}::text`, kind), now)})
    union all
    select next.* from ${name} as passed
    cross join lateral (${nextFree(endOf(Prisma.sql`passed.tenant_id`, kind), now)}) as next
    where passed.kind = ${kind} and ${until}
  )`;

/**
 * Both recursions yield their rows one at a time and level by level, and PostgreSQL evaluates no more of them than the limit
 * takes: first one row of each tenant, then the second of each that has one, and so on.
 */
const selectTurns = (kind: JobKind, now: Date, limit: number, after: string) => Prisma.sql`
  with recursive ${tenantsAfter(Prisma.sql`later`, after, kind, now)},
  ${tenantsAfter(Prisma.sql`earlier`, '', kind, now, Prisma.sql`passed.tenant_id < ${after}::text`)},
  firsts as (
    select * from (
      select * from later union all select * from earlier where tenant_id <= ${after}::text
    ) as first
    where kind = ${kind} and due_at <= ${now}::timestamptz limit ${limit}
  ), turns as (
    select *, 1 as turn from firsts
    union all
    select next.*, turns.turn + 1 from turns
    cross join lateral (
      ${nextFree(Prisma.sql`turns.kind, turns.tenant_id, turns.due_at, turns.ref`, now)}
    ) as next
    where next.kind = turns.kind and next.tenant_id = turns.tenant_id and next.due_at <= ${now}::timestamptz
  )
  select tenant_id as tenant, ref from turns limit ${limit}`;

/**
 * Hands out by turns. Each answer begins after some tenant of the one before: whoever asks may take only the first part of an
 * answer, and then those at the end must not be passed over each time.
 */
export function createTurns(database: Database): (kind: JobKind, now: Date, limit: number) => Promise<JobKey[]> {
  const passed = new Map<JobKind, TenantId>();
  return async (kind, now, limit) => {
    const after = passed.get(kind) ?? '';
    const rows = await database.$queryRaw<{ tenant: TenantId; ref: string }[]>(selectTurns(kind, now, limit, after));
    const some = rows.length > 0 ? rows[randomInt(rows.length)] : undefined;
    if (some) passed.set(kind, some.tenant);
    return rows.map(({ tenant, ref }) => ({ tenant, kind, ref }));
  };
}
