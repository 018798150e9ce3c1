import type { JobKind } from '@hippocamp/core/ports/job-queue';
import type { Lease, OutboxKey, OutboxRepository } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { asParameter, type Database } from './database.js';
import { ringing } from './outbox-rings.js';

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
    set lease_token = null, leased_until = null, attempts = 0, due_at = least(due_at, ${lease.now}::timestamptz)
    where ${key} and exists (select from held where again)`;
}

async function leaseMore(
  database: Database,
  tenant: TenantId,
  kind: JobKind,
  lease: Lease,
  limit: number,
): Promise<string[]> {
  const rows = await database.$queryRaw<{ ref: string }[]>`
    with free as (
      select ref from outbox
      where tenant_id = ${tenant} and kind = ${kind} and dead_at is null and due_at <= ${lease.now}::timestamptz
        and (leased_until is null or leased_until < ${lease.now}::timestamptz)
      order by due_at limit ${limit} for update skip locked
    )
    update outbox
    set lease_token = ${lease.token}::uuid, leased_until = ${lease.until}::timestamptz, attempts = attempts + 1, rung = 0
    where tenant_id = ${tenant} and kind = ${kind} and ref = any(array(select ref from free))
    returning ref`;
  return rows.map(({ ref }) => ref);
}

export function createOutboxRepository(database: Database, tenant: TenantId): OutboxRepository {
  return {
    async ring(keys, at, dueAt) {
      if (keys.length === 0) return;
      const given = Prisma.sql`
        select kind, ref from json_to_recordset(${asParameter(keys)}::json) as given (kind text, ref text)`;
      await database.$executeRaw(ringing(tenant, given, at, dueAt));
    },
    done: (key, lease) => done(database, tenant, key, lease),
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
  };
}
