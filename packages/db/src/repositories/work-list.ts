import { type JobKey, jobKinds } from '@hippocamp/core/ports/job-queue';
import type { Lease, Outbox } from '@hippocamp/core/ports/records';
import type { Prisma } from '../generated/client.js';
import type { Database } from './database.js';
import { createTurns } from './outbox-turns.js';

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

async function release(database: Database, { tenant, kind }: JobKey, { token }: Lease, dueAt: Date): Promise<void> {
  await database.outbox.updateMany({
    where: { tenantId: tenant, kind, leaseToken: token },
    data: { leaseToken: null, leasedUntil: null, attempts: { decrement: 1 }, dueAt },
  });
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
    async renew({ tenant, kind }, { token, until }) {
      await database.outbox.updateMany({
        where: { tenantId: tenant, kind, leaseToken: token },
        data: { leasedUntil: until },
      });
    },
    release: (job, held, dueAt) => release(database, job, held, dueAt),
    due: createTurns(database),
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
