import type { JobKey } from '@hippocamp/core/ports/job-queue';
import type { Lease, Outbox } from '@hippocamp/core/ports/records';
import type { Prisma } from '../generated/client.js';
import type { Database } from './database.js';
import { ERROR_LENGTH } from './outbox.js';
import { countJobs } from './outbox-counts.js';
import { createTurns } from './outbox-turns.js';

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

async function release(
  database: Database,
  { tenant, kind }: JobKey,
  { token }: Lease,
  dueAt: Date,
  error: string | undefined,
): Promise<void> {
  const kept = error === undefined ? {} : { lastError: error.slice(0, ERROR_LENGTH) };
  await database.outbox.updateMany({
    where: { tenantId: tenant, kind, leaseToken: token },
    data: { leaseToken: null, leasedUntil: null, attempts: { decrement: 1 }, dueAt, ...kept },
  });
}

export function createWorkList(database: Database): Outbox {
  return {
    lease: (job, asked) => lease(database, job, asked),
    async renew({ tenant, kind }, { token, until }) {
      await database.outbox.updateMany({
        where: { tenantId: tenant, kind, leaseToken: token },
        data: { leasedUntil: until },
      });
    },
    release: (job, held, dueAt, error) => release(database, job, held, dueAt, error),
    due: createTurns(database),
    async releaseAll() {
      const { count } = await database.outbox.updateMany({
        where: { leaseToken: { not: null } },
        data: { leaseToken: null, leasedUntil: null },
      });
      return count;
    },
    counts: (now) => countJobs(database, now),
  };
}
