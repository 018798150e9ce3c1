import { type JobKey, type JobKind, jobKinds } from '@hippocamp/core/ports/job-queue';
import type { Lease, Outbox } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Prisma } from '../generated/client.js';
import type { Database } from './database.js';

const ERROR_LENGTH = 1000;

const keyOf = ({ tenant, kind, ref }: JobKey) => ({ tenantId: tenant, kind, ref });

const freeAt = (now: Date) =>
  ({ deadAt: null, OR: [{ leasedUntil: null }, { leasedUntil: { lt: now } }] }) satisfies Prisma.OutboxWhereInput;

async function lease(database: Database, job: JobKey, { token, until, now }: Lease) {
  const [row] = await database.outbox.updateManyAndReturn({
    where: { ...keyOf(job), ...freeAt(now) },
    data: { leaseToken: token, leasedUntil: until, attempts: { increment: 1 }, rung: 0 },
    select: { attempts: true },
  });
  return row ?? null;
}

/** What was rung again while it failed has something new to try: it does not die, and its attempts count from there. */
async function fail(
  database: Database,
  { tenant, kind, ref }: JobKey,
  { token, now }: Lease,
  { error, dueAt, dead }: { error: string; dueAt: Date; dead: boolean },
): Promise<void> {
  await database.$executeRaw`
    update outbox
    set lease_token = null, leased_until = null, last_error = ${error.slice(0, ERROR_LENGTH)},
      due_at = ${dueAt}::timestamptz, attempts = case when rung > 0 then 0 else attempts end,
      dead_at = case when ${dead}::boolean and rung = 0 then ${now}::timestamptz end
    where tenant_id = ${tenant} and kind = ${kind} and ref = ${ref} and lease_token = ${token}::uuid`;
}

async function due(database: Database, now: Date, limit: number): Promise<JobKey[]> {
  const rows = await database.outbox.findMany({
    where: { dueAt: { lte: now }, ...freeAt(now) },
    orderBy: [{ dueAt: 'asc' }, { createdAt: 'asc' }],
    take: limit,
    select: { tenantId: true, kind: true, ref: true },
  });
  return rows.map(({ tenantId, kind, ref }) => ({ tenant: tenantId as TenantId, kind: kind as JobKind, ref }));
}

async function counts(database: Database, now: Date) {
  const rows = await database.$queryRaw<{ kind: string; waiting: number; dead: number; oldestSeconds: number }[]>`
    select kind, count(*) filter (where dead_at is null)::int as waiting, count(dead_at)::int as dead,
      greatest(0, coalesce(
        date_part('epoch', ${now}::timestamptz - min(created_at) filter (where dead_at is null)), 0
      )) as "oldestSeconds"
    from outbox group by kind`;
  return jobKinds.map((kind) => {
    const { waiting = 0, dead = 0, oldestSeconds = 0 } = rows.find((row) => row.kind === kind) ?? {};
    return { kind, waiting, dead, oldestSeconds };
  });
}

export function createWorkList(database: Database): Outbox {
  return {
    lease: (job, asked) => lease(database, job, asked),
    fail: (job, held, failure) => fail(database, job, held, failure),
    due: (now, limit) => due(database, now, limit),
    async releaseAll() {
      const { count } = await database.outbox.updateMany({
        where: { leaseToken: { not: null } },
        data: { leaseToken: null, leasedUntil: null },
      });
      return count;
    },
    counts: (now) => counts(database, now),
  };
}
