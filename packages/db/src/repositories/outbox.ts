import type { JobKind } from '@hippocamp/core/ports/job-queue';
import type {
  DeadLetter,
  DeadLetterPageRequest,
  Lease,
  Origin,
  Outbox,
  OutboxKey,
  OutboxRepository,
  PageKey,
  TenantDeadLetter,
} from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { asParameter, type Database } from './database.js';

const anew = Prisma.sql`attempts = 0, failures = 0, first_failed_at = null`;

/** A present key gets the earlier due time; a dead letter lives again. Sorted against deadlocks. */
export const insertJobs = (tenant: string, keys: Prisma.Sql, at: Date, dueAt: Date, origin?: Origin) =>
  Prisma.sql`
  insert into outbox (tenant_id, kind, ref, due_at, created_at, request_id, traceparent)
  select distinct ${tenant}, kind, ref, ${dueAt}::timestamptz, ${at}::timestamptz,
    ${origin?.requestId ?? null}::text, ${origin?.traceparent ?? null}::text
  from (${keys}) as enqueued (kind, ref) order by kind, ref
  on conflict (tenant_id, kind, ref) do update set
    rung = outbox.rung + 1,
    due_at = case when outbox.dead_at is null then least(outbox.due_at, excluded.due_at) else excluded.due_at end,
    attempts = case when outbox.dead_at is null then outbox.attempts else 0 end,
    failures = case when outbox.dead_at is null then outbox.failures else 0 end,
    first_failed_at = case when outbox.dead_at is null then outbox.first_failed_at end,
    created_at = case when outbox.dead_at is null then outbox.created_at else excluded.created_at end,
    request_id = case when excluded.request_id is null then outbox.request_id else excluded.request_id end,
    traceparent = case when excluded.request_id is null then outbox.traceparent else excluded.traceparent end,
    dead_at = null`;

export const isFree = (now: Date) =>
  Prisma.sql`dead_at is null and (leased_until is null or leased_until < ${now}::timestamptz)`;

export const ERROR_LENGTH = 1000;

/** Moves the attempt to `failures`. A key enqueued meanwhile does not die, and its counts begin anew. */
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

/** The lock stops another worker from taking the key over. */
export const heldJob = (tenant: TenantId, { kind, ref }: OutboxKey, token: Lease['token']) => Prisma.sql`
  select 1 from outbox
  where tenant_id = ${tenant} and kind = ${kind} and ref = ${ref} and lease_token = ${token}::uuid
  for update`;

/** A kind holds no space; a ref may. */
function positionOf({ value, id }: PageKey): Prisma.Sql {
  const end = id.indexOf(' ');
  return Prisma.sql`${new Date(value)}::timestamptz, ${id.slice(0, end)}, ${id.slice(end + 1)}`;
}

function pageStart({ after, offset }: DeadLetterPageRequest): { where: Prisma.Sql; skip: Prisma.Sql } {
  if (!after) return { where: Prisma.empty, skip: Prisma.sql`offset ${offset}` };
  return { where: Prisma.sql`and (dead_at, kind, ref) < (${positionOf(after)})`, skip: Prisma.empty };
}

const deadOf = (tenant: TenantId, kind: JobKind | undefined) => {
  const ofKind = kind === undefined ? Prisma.empty : Prisma.sql`and kind = ${kind}`;
  return Prisma.sql`tenant_id = ${tenant} and dead_at is not null ${ofKind}`;
};

const columns = Prisma.sql`
  kind, ref, attempts + failures as attempts, last_error as error, created_at as "createdAt", dead_at as "deadAt"`;

/** The extra row tells whether another page follows. */
async function deadLetterPage(
  database: Database,
  tenant: TenantId,
  request: DeadLetterPageRequest,
): ReturnType<OutboxRepository['deadLetters']> {
  const filter = deadOf(tenant, request.kind);
  const { where, skip } = pageStart(request);
  const [counted] = await database.$queryRaw<[{ total: number }]>`
    select count(*)::int as total from outbox where ${filter}`;
  const rows = await database.$queryRaw<DeadLetter[]>`
    select ${columns}
    from outbox where ${filter} ${where}
    order by dead_at desc, kind desc, ref desc limit ${request.limit + 1} ${skip}`;
  const deadLetters = rows.slice(0, request.limit);
  const end = rows.length > request.limit ? deadLetters.at(-1) : undefined;
  return {
    deadLetters,
    total: counted.total,
    last: end ? { value: end.deadAt.getTime(), id: `${end.kind} ${end.ref}` } : null,
  };
}

type OfAll = Outbox['deadLetters'];

export function deadLettersOfAll(
  database: Database,
  { tenant, kind }: Parameters<OfAll>[0],
  after: Parameters<OfAll>[1],
  limit: number,
): ReturnType<OfAll> {
  const beyond = after
    ? Prisma.sql`and (tenant_id, dead_at, kind, ref) > (${after.tenant}, ${after.deadAt}::timestamptz, ${after.kind}, ${after.ref})`
    : Prisma.empty;
  const ofTenant = tenant === undefined ? Prisma.empty : Prisma.sql`and tenant_id = ${tenant}`;
  const ofKind = kind === undefined ? Prisma.empty : Prisma.sql`and kind = ${kind}`;
  return database.$queryRaw<TenantDeadLetter[]>`
    select tenant_id as tenant, ${columns} from outbox
    where dead_at is not null ${ofTenant} ${ofKind} ${beyond}
    order by tenant_id, dead_at, kind, ref limit ${limit}`;
}

/** The oldest ones, locked in the order in which keys are enqueued. */
async function replayDeadLetters(
  database: Database,
  tenant: TenantId,
  { kind, refs }: Parameters<OutboxRepository['replay']>[0],
  at: Date,
  limit: number,
): Promise<OutboxKey[]> {
  const named = refs === undefined ? Prisma.empty : Prisma.sql`and ref = any(${[...refs]}::text[])`;
  return database.$queryRaw<OutboxKey[]>`
    with oldest as (
      select tenant_id, kind, ref from outbox where ${deadOf(tenant, kind)} ${named}
      order by dead_at, kind, ref limit ${limit}
    ), replayed as (
      select kind, ref from outbox join oldest using (tenant_id, kind, ref)
      where dead_at is not null order by kind, ref for update of outbox
    )
    update outbox
    set dead_at = null, ${anew}, rung = rung + 1, due_at = ${at}::timestamptz, created_at = ${at}::timestamptz
    from replayed
    where outbox.tenant_id = ${tenant} and outbox.kind = replayed.kind and outbox.ref = replayed.ref
    returning outbox.kind, outbox.ref`;
}

export function createOutboxRepository(database: Database, tenant: TenantId, origin?: Origin): OutboxRepository {
  return {
    async enqueue(keys, at, dueAt) {
      if (keys.length === 0) return;
      const given = Prisma.sql`
        select kind, ref from json_to_recordset(${asParameter(keys)}::json) as given (kind text, ref text)`;
      await database.$executeRaw(insertJobs(tenant, given, at, dueAt, origin));
    },
    // A lease sets `rung` to 0 and each enqueue raises it, so above 0 there is new work. The lock waits for a late
    // enqueue.
    async done({ kind, ref }, { token, now }) {
      const key = Prisma.sql`tenant_id = ${tenant} and kind = ${kind} and ref = ${ref}`;
      await database.$executeRaw`
        with held as (
          select rung > 0 as again from outbox where ${key} and lease_token = ${token}::uuid for update
        ), gone as (
          delete from outbox where ${key} and exists (select from held where not again)
        )
        update outbox
        set lease_token = null, leased_until = null, ${anew}, due_at = least(due_at, ${now}::timestamptz)
        where ${key} and exists (select from held where again)`;
    },
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
    // A materialised subquery: without statistics of the backlog the planner would sort all of it for each row.
    async leaseMore(kind, { token, until, now }, limit) {
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
    },
    async holds(key, { token }) {
      return (await database.$queryRaw<unknown[]>(heldJob(tenant, key, token))).length > 0;
    },
    deadLetters: (request) => deadLetterPage(database, tenant, request),
    replay: (which, at, limit) => replayDeadLetters(database, tenant, which, at, limit),
    discard: (keys) => database.$executeRaw`
      delete from outbox using json_to_recordset(${asParameter(keys)}::json) as given (kind text, ref text)
      where tenant_id = ${tenant} and outbox.kind = given.kind and outbox.ref = given.ref and dead_at is not null`,
  };
}
