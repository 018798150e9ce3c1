import { type JobKey, jobKinds } from '@hippocamp/core/ports/job-queue';
import type { Lease, Leased, Outbox } from '@hippocamp/core/ports/records';
import { Prisma, type Outbox as Row } from '../generated/client.js';
import type { Database } from './database.js';
import { createDueByTurns } from './due-by-turns.js';
import { deadLettersOfAll, ERROR_LENGTH } from './outbox.js';

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
