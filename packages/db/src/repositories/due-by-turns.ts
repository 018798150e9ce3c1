import { randomInt } from 'node:crypto';
import type { JobKind } from '@hippocamp/core/ports/job-queue';
import type { Outbox } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';
import { isFree } from './outbox.js';

/** One look into `outbox_due_idx`, whatever the backlog. The row may be of another tenant or kind. */
const nextFree = (position: Prisma.Sql, now: Date) => Prisma.sql`
  select kind, tenant_id, due_at, ref from outbox
  where ${isFree(now)} and (kind, tenant_id, due_at, ref) > (${position})
  order by kind, tenant_id, due_at, ref limit 1`;

const endOf = (tenant: Prisma.Sql, kind: JobKind) => Prisma.sql`${kind}::text, ${tenant}, 'infinity'::timestamptz, ''`;

/** Tenants that one statement passes. Any number may have jobs for later only. */
const PASSED = 1000;

interface Look {
  kind: JobKind;
  now: Date;
  /** Due by then. */
  by: Date;
  limit: number;
}

interface First {
  tenant: TenantId;
  dueAt: Date;
  ref: string;
  isDue: boolean;
  /** How many tenants the statement had passed. */
  passed: number;
}

/** Each tenant's oldest free row after a tenant: those that are due, as many as are asked for, and where the look ended. */
const selectFirsts = ({ kind, now, by, limit }: Look, after: string, until: string | null) => Prisma.sql`
  with recursive firsts as (
    select first.*, 1 as passed, (due_at <= ${by}::timestamptz)::int as found
    from (${nextFree(endOf(Prisma.sql`${after}::text`, kind), now)}) as first
    union all
    select next.*, firsts.passed + 1, firsts.found + (next.due_at <= ${by}::timestamptz)::int
    from firsts cross join lateral (${nextFree(endOf(Prisma.sql`firsts.tenant_id`, kind), now)}) as next
    where firsts.kind = ${kind} and firsts.found < ${limit} and firsts.passed < ${PASSED}
      ${until === null ? Prisma.empty : Prisma.sql`and firsts.tenant_id < ${until}::text`}
  )
  select tenant_id as tenant, due_at as "dueAt", ref, due_at <= ${by}::timestamptz as "isDue", passed from firsts
  where kind = ${kind} and (due_at <= ${by}::timestamptz or passed = ${PASSED})
    ${until === null ? Prisma.empty : Prisma.sql`and tenant_id <= ${until}::text`}`;

async function firstsBetween(database: Database, look: Look, start: string, until: string | null): Promise<First[]> {
  const found: First[] = [];
  for (let after = start; found.length < look.limit; ) {
    const rest = { ...look, limit: look.limit - found.length };
    const rows = await database.$queryRaw<First[]>(selectFirsts(rest, after, until));
    found.push(...rows.filter(({ isDue }) => isDue));
    const last = rows.at(-1);
    if (!last || last.passed < PASSED) break;
    after = last.tenant;
  }
  return found;
}

/** Lazy and level by level: PostgreSQL takes the second row of each tenant, then the third, up to the limit. */
const selectTurns = ({ kind, now, by, limit }: Look, firsts: readonly First[]) => Prisma.sql`
  with recursive turns as (
    select ${kind}::text as kind, first.*, 1 as turn from unnest(
      ${firsts.map(({ tenant }) => tenant)}::text[], ${firsts.map(({ dueAt }) => dueAt.toISOString())}::timestamptz[],
      ${firsts.map(({ ref }) => ref)}::text[]
    ) as first (tenant_id, due_at, ref)
    union all
    select next.*, turns.turn + 1 from turns
    cross join lateral (
      ${nextFree(Prisma.sql`turns.kind, turns.tenant_id, turns.due_at, turns.ref`, now)}
    ) as next
    where next.kind = turns.kind and next.tenant_id = turns.tenant_id and next.due_at <= ${by}::timestamptz
  )
  select tenant_id as tenant, ref from turns limit ${limit}`;

async function selectDue(database: Database, look: Look, after: string): Promise<{ tenant: TenantId; ref: string }[]> {
  const later = await firstsBetween(database, look, after, null);
  const rest = { ...look, limit: look.limit - later.length };
  const firsts = after === '' ? later : [...later, ...(await firstsBetween(database, rest, '', after))];
  const isAll = firsts.length === 0 || firsts.length >= look.limit;
  return isAll ? firsts : database.$queryRaw(selectTurns(look, firsts));
}

/** Each answer begins after a random tenant of the last one, because callers may use only its first part. */
export function createDueByTurns(database: Database): Outbox['due'] {
  const passed = new Map<JobKind, TenantId>();
  return async (kind, now, limit, ahead = 0) => {
    const look = { kind, now, by: new Date(now.getTime() + ahead), limit };
    const rows = await selectDue(database, look, passed.get(kind) ?? '');
    const some = rows.length > 0 ? rows[randomInt(rows.length)] : undefined;
    if (some) passed.set(kind, some.tenant);
    return rows.map(({ tenant, ref }) => ({ tenant, kind, ref }));
  };
}
