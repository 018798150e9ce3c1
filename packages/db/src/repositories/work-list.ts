import { randomInt } from 'node:crypto';
import { type JobKey, type JobKind, jobKinds } from '@hippocamp/core/ports/job-queue';
import type { Lease, Leased, Outbox } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma, type Outbox as Row } from '../generated/client.js';
import type { Database } from './database.js';
import { deadLettersOfAll, ERROR_LENGTH, isFree } from './outbox.js';

/** One look into `outbox_due_idx`, whatever the backlog. The row may be of another tenant or kind. */
const nextFree = (position: Prisma.Sql, now: Date) => Prisma.sql`
  select kind, tenant_id, due_at, ref from outbox
  where ${isFree(now)} and (kind, tenant_id, due_at, ref) > (${position})
  order by kind, tenant_id, due_at, ref limit 1`;

const endOf = (tenant: Prisma.Sql, kind: JobKind) => Prisma.sql`${kind}::text, ${tenant}, 'infinity'::timestamptz, ''`;

/** Each tenant's oldest free row after a tenant. The last row may be of another kind. */
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

/** Lazy and level by level: PostgreSQL takes one row of each tenant, then the second of each, up to the limit. */
const selectTurns = (kind: JobKind, { now, by }: { now: Date; by: Date }, limit: number, after: string) => Prisma.sql`
  with recursive ${tenantsAfter(Prisma.sql`later`, after, kind, now)},
  ${tenantsAfter(Prisma.sql`earlier`, '', kind, now, Prisma.sql`passed.tenant_id < ${after}::text`)},
  firsts as (
    select * from (
      select * from later union all select * from earlier where tenant_id <= ${after}::text
    ) as first
    where kind = ${kind} and due_at <= ${by}::timestamptz limit ${limit}
  ), turns as (
    select *, 1 as turn from firsts
    union all
    select next.*, turns.turn + 1 from turns
    cross join lateral (
      ${nextFree(Prisma.sql`turns.kind, turns.tenant_id, turns.due_at, turns.ref`, now)}
    ) as next
    where next.kind = turns.kind and next.tenant_id = turns.tenant_id and next.due_at <= ${by}::timestamptz
  )
  select tenant_id as tenant, ref from turns limit ${limit}`;

/** Each answer begins after a random tenant of the last one, because callers may use only its first part. */
function createDueByTurns(database: Database): Outbox['due'] {
  const passed = new Map<JobKind, TenantId>();
  return async (kind, now, limit, ahead = 0) => {
    const after = passed.get(kind) ?? '';
    const times = { now, by: new Date(now.getTime() + ahead) };
    const rows = await database.$queryRaw<{ tenant: TenantId; ref: string }[]>(selectTurns(kind, times, limit, after));
    const some = rows.length > 0 ? rows[randomInt(rows.length)] : undefined;
    if (some) passed.set(kind, some.tenant);
    return rows.map(({ tenant, ref }) => ({ tenant, kind, ref }));
  };
}

/** Rows counted per kind, in some milliseconds. */
const COUNTED = 50_000;

interface Counted {
  kind: string;
  waiting: number;
  dead: number;
  oldest: Date | null;
}

/** In the order of an index, so no more rows are read than counted. */
export async function countJobs(database: Database, now: Date, most = COUNTED): ReturnType<Outbox['counts']> {
  const rows = await database.$queryRaw<Counted[]>`
    with dead as materialized (
      select kind, count(*)::int as counted from (
        select kind from outbox where dead_at is not null order by tenant_id, dead_at, kind, ref limit ${most}
      ) as few group by kind
    )
    select kinds.kind, waiting.counted as waiting, coalesce(dead.counted, 0) as dead, waiting.oldest
    from unnest(${[...jobKinds]}::text[]) as kinds (kind)
    cross join lateral (
      select count(*)::int as counted, min(created_at) as oldest from (
        select created_at from outbox
        where dead_at is null and kind = kinds.kind order by kind, tenant_id, due_at, ref limit ${most}
      ) as few
    ) as waiting
    left join dead on dead.kind = kinds.kind`;
  return jobKinds.map((kind) => {
    const { waiting = 0, dead = 0, oldest = null } = rows.find((row) => row.kind === kind) ?? {};
    return { kind, waiting, dead, oldestSeconds: oldest ? Math.max(0, now.getTime() - oldest.getTime()) / 1000 : 0 };
  });
}

const keyOf = ({ tenant, kind, ref }: JobKey) => ({ tenantId: tenant, kind, ref });

const freeAt = (now: Date) =>
  ({ deadAt: null, OR: [{ leasedUntil: null }, { leasedUntil: { lt: now } }] }) satisfies Prisma.OutboxWhereInput;

type LeasedRow = Pick<Row, 'attempts' | 'failures' | 'firstFailedAt' | 'requestId' | 'traceparent'>;

const leasedOf = ({ attempts, failures, firstFailedAt, requestId, traceparent }: LeasedRow): Leased => ({
  attempts: attempts + failures,
  unended: attempts - 1,
  failingSince: firstFailedAt ?? undefined,
  origin: requestId === null ? undefined : { requestId, traceparent: traceparent ?? undefined },
});

async function lease(database: Database, job: JobKey, { token, until, now }: Lease): Promise<Leased | null> {
  const [row] = await database.outbox.updateManyAndReturn({
    where: { ...keyOf(job), ...freeAt(now) },
    data: { leaseToken: token, leasedUntil: until, attempts: { increment: 1 }, rung: 0 },
    select: { attempts: true, failures: true, firstFailedAt: true, requestId: true, traceparent: true },
  });
  return row ? leasedOf(row) : null;
}

/** Locked in the order in which keys are enqueued. */
async function changeLeased(
  database: Database,
  { tenant, kind }: JobKey,
  { token }: Lease,
  changes: Prisma.Sql,
): Promise<void> {
  await database.$executeRaw`
    with leased as (
      select tenant_id, kind, ref from outbox
      where tenant_id = ${tenant} and kind = ${kind} and lease_token = ${token}::uuid
      order by ref for update
    )
    update outbox set ${changes} from leased
    where outbox.tenant_id = leased.tenant_id and outbox.kind = leased.kind and outbox.ref = leased.ref`;
}

const givenBack = (dueAt: Date, error: string | undefined) => {
  const kept = error === undefined ? Prisma.empty : Prisma.sql`, last_error = ${error.slice(0, ERROR_LENGTH)}`;
  return Prisma.sql`
    lease_token = null, leased_until = null, attempts = attempts - 1, due_at = ${dueAt}::timestamptz ${kept}`;
};

export function createWorkList(database: Database): Outbox {
  return {
    lease: (job, asked) => lease(database, job, asked),
    renew: (job, held) => changeLeased(database, job, held, Prisma.sql`leased_until = ${held.until}::timestamptz`),
    release: (job, held, dueAt, error) => changeLeased(database, job, held, givenBack(dueAt, error)),
    due: createDueByTurns(database),
    async releaseAll() {
      const { count } = await database.outbox.updateMany({
        where: { leaseToken: { not: null } },
        data: { leaseToken: null, leasedUntil: null },
      });
      return count;
    },
    deadLetters: (which, after, limit) => deadLettersOfAll(database, which, after, limit),
    counts: (now) => countJobs(database, now),
  };
}
