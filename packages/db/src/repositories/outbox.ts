import type { JobKind } from '@hippocamp/core/ports/job-queue';
import type { Lease, Origin, OutboxKey, OutboxRepository } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { asParameter, type Database } from './database.js';
import { deadLetterPage, discardDeadLetters, replayDeadLetters } from './outbox-dead-letters.js';
import { anew, ringing } from './outbox-rings.js';
import { isFree } from './outbox-turns.js';

/** A lease sets `rung` to 0, and each ring raises it: above 0 it was rung since. The lock sees a ring that just came. */
async function done(database: Database, tenant: TenantId, { kind, ref }: OutboxKey, lease: Lease): Promise<void> {
  const key = Prisma.sql`tenant_id = ${tenant} and kind = ${kind} and ref = ${ref}`;
  await database.$executeRaw`
    with held as (
      select rung > 0 as again from outbox where ${key} and lease_token = ${lease.token}::uuid for update
    ), gone as (
      delete from outbox where ${key} and exists (select from held where not again)
    )
    update outbox
    set lease_token = null, leased_until = null, ${anew}, due_at = least(due_at, ${lease.now}::timestamptz)
    where ${key} and exists (select from held where again)`;
}

/** Of the last error, in characters. */
export const ERROR_LENGTH = 1000;

/**
 * A failure is an end, and so no attempt without one. What was rung again while it failed has something new to try: it does
 * not die, and its attempts count from there.
 */
async function fail(
  database: Database,
  tenant: TenantId,
  { kind, ref }: OutboxKey,
  { token, now }: Lease,
  { error, dueAt, dead }: Parameters<OutboxRepository['fail']>[2],
): Promise<boolean> {
  const rows = await database.$queryRaw<{ buried: boolean }[]>`
    update outbox
    set lease_token = null, leased_until = null, last_error = ${error.slice(0, ERROR_LENGTH)},
      due_at = ${dueAt}::timestamptz, attempts = case when rung > 0 then 0 else attempts - 1 end,
      failures = case when rung > 0 then 0 else failures + 1 end,
      first_failed_at = case when rung = 0 then coalesce(first_failed_at, ${now}::timestamptz) end,
      dead_at = case when ${dead}::boolean and rung = 0 then ${now}::timestamptz end
    where tenant_id = ${tenant} and kind = ${kind} and ref = ${ref} and lease_token = ${token}::uuid
    returning dead_at is not null as buried`;
  return rows[0]?.buried ?? false;
}

/**
 * The oldest free rows, in the order of `outbox_due_idx`. Where the statistics say nothing of a backlog yet, the planner may
 * sort all of it: once for a lease, and not once for each row. A row that another locks meanwhile is left to it.
 */
async function leaseMore(
  database: Database,
  tenant: TenantId,
  kind: JobKind,
  { token, until, now }: Lease,
  limit: number,
): Promise<string[]> {
  const rows = await database.$queryRaw<{ ref: string }[]>`
    with free as (
      select ctid from outbox
      where kind = ${kind} and tenant_id = ${tenant} and due_at <= ${now}::timestamptz and ${isFree(now)}
      order by due_at, ref limit ${limit} for update skip locked
    )
    update outbox
    set lease_token = ${token}::uuid, leased_until = ${until}::timestamptz, attempts = attempts + 1, rung = 0
    where ctid = any(array(select ctid from free))
    returning ref`;
  return rows.map(({ ref }) => ref);
}

/** Who takes a key over changes its row, and waits for this lock. */
async function holds(database: Database, tenant: TenantId, { kind, ref }: OutboxKey, lease: Lease): Promise<boolean> {
  const rows = await database.$queryRaw<unknown[]>`
    select 1 from outbox
    where tenant_id = ${tenant} and kind = ${kind} and ref = ${ref} and lease_token = ${lease.token}::uuid
    for update`;
  return rows.length > 0;
}

export function createOutboxRepository(database: Database, tenant: TenantId, origin?: Origin): OutboxRepository {
  return {
    async ring(keys, at, dueAt) {
      if (keys.length === 0) return;
      const given = Prisma.sql`
        select kind, ref from json_to_recordset(${asParameter(keys)}::json) as given (kind text, ref text)`;
      await database.$executeRaw(ringing(tenant, given, at, dueAt, origin));
    },
    done: (key, lease) => done(database, tenant, key, lease),
    fail: (key, lease, failure) => fail(database, tenant, key, lease, failure),
    async withdraw({ kind, ref }) {
      const { count } = await database.outbox.deleteMany({ where: { tenantId: tenant, kind, ref, leaseToken: null } });
      return count > 0;
    },
    async extend({ kind, ref }, { token, until }) {
      const { count } = await database.outbox.updateMany({
        where: { tenantId: tenant, kind, ref, leaseToken: token },
        data: { leasedUntil: until },
      });
      return count > 0;
    },
    leaseMore: (kind, lease, limit) => leaseMore(database, tenant, kind, lease, limit),
    holds: (key, lease) => holds(database, tenant, key, lease),
    deadLetters: (request) => deadLetterPage(database, tenant, request),
    replay: (which, at, limit) => replayDeadLetters(database, tenant, which, at, limit),
    discard: (keys) => discardDeadLetters(database, tenant, keys),
  };
}
