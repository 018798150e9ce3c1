import type { JobKind } from '@hippocamp/core/ports/job-queue';
import type {
  DeadLetter,
  DeadLetterPageRequest,
  Outbox,
  OutboxKey,
  OutboxRepository,
  PageKey,
  TenantDeadLetter,
} from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { asParameter, type Database } from './database.js';
import { anew } from './outbox-rings.js';

const pageKey = ({ kind, ref, deadAt }: DeadLetter): PageKey => ({ value: deadAt.getTime(), id: `${kind} ${ref}` });

/** No kind has a space in it; a ref may. */
function positionOf({ value, id }: PageKey): Prisma.Sql {
  const end = id.indexOf(' ');
  return Prisma.sql`${new Date(value)}::timestamptz, ${id.slice(0, end)}, ${id.slice(end + 1)}`;
}

function pageStart({ after, offset }: DeadLetterPageRequest): { where: Prisma.Sql; skip: Prisma.Sql } {
  if (!after) return { where: Prisma.empty, skip: Prisma.sql`offset ${offset}` };
  return { where: Prisma.sql`and (dead_at, kind, ref) < (${positionOf(after)})`, skip: Prisma.empty };
}

const dead = (tenant: TenantId, kind: JobKind | undefined) => {
  const ofKind = kind === undefined ? Prisma.empty : Prisma.sql`and kind = ${kind}`;
  return Prisma.sql`tenant_id = ${tenant} and dead_at is not null ${ofKind}`;
};

const told = Prisma.sql`
  kind, ref, attempts + failures as attempts, last_error as error, created_at as "createdAt", dead_at as "deadAt"`;

/** One row more than asked for tells whether another page follows. */
export async function deadLetterPage(
  database: Database,
  tenant: TenantId,
  request: DeadLetterPageRequest,
): ReturnType<OutboxRepository['deadLetters']> {
  const filter = dead(tenant, request.kind);
  const { where, skip } = pageStart(request);
  const [counted] = await database.$queryRaw<[{ total: number }]>`
    select count(*)::int as total from outbox where ${filter}`;
  const rows = await database.$queryRaw<DeadLetter[]>`
    select ${told}
    from outbox where ${filter} ${where}
    order by dead_at desc, kind desc, ref desc limit ${request.limit + 1} ${skip}`;
  const deadLetters = rows.slice(0, request.limit);
  const end = rows.length > request.limit ? deadLetters.at(-1) : undefined;
  return { deadLetters, total: counted.total, last: end ? pageKey(end) : null };
}

type OfAll = Outbox['deadLetters'];

/** In the order of the index, tenant by tenant. */
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
    select tenant_id as tenant, ${told} from outbox
    where dead_at is not null ${ofTenant} ${ofKind} ${beyond}
    order by tenant_id, dead_at, kind, ref limit ${limit}`;
}

export const discardDeadLetters = (
  database: Database,
  tenant: TenantId,
  keys: readonly OutboxKey[],
): Promise<number> => database.$executeRaw`
  delete from outbox using json_to_recordset(${asParameter(keys)}::json) as given (kind text, ref text)
  where tenant_id = ${tenant} and outbox.kind = given.kind and outbox.ref = given.ref and dead_at is not null`;

/** The oldest, locked in the order in which keys are rung. */
export async function replayDeadLetters(
  database: Database,
  tenant: TenantId,
  { kind, refs }: Parameters<OutboxRepository['replay']>[0],
  at: Date,
  limit: number,
): Promise<OutboxKey[]> {
  const named = refs === undefined ? Prisma.empty : Prisma.sql`and ref = any(${[...refs]}::text[])`;
  return database.$queryRaw<OutboxKey[]>`
    with oldest as (
      select tenant_id, kind, ref from outbox where ${dead(tenant, kind)} ${named}
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
