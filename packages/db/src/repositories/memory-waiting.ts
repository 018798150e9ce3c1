import type { MemoryFilter } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { type Database, uuids } from './database.js';
import { decidedFilter, filtersMetadata } from './long-metadata.js';
import { memoriesInTurn } from './memories-in-turn.js';
import { living, memoriesAmong, memoryFilter } from './memory-rows.js';

/** Vectors still to be made, or that could not be made, have a job. */
export const awaitedVectors = (tenant: TenantId) => Prisma.sql`
  select ref::uuid as awaiting_id from outbox where tenant_id = ${tenant} and kind = 'embed'`;

export async function waitingMemories(
  database: Database,
  tenant: TenantId,
  filter: MemoryFilter,
): Promise<{ passing: number; waiting: number }> {
  const [row] = await database.$queryRaw<[{ passing: number; waiting: number }]>`
    select count(*)::int as passing,
      count(*) filter (where indexed_version < version or archived_at is not null)::int as waiting
    from memories where ${await decidedFilter(database, tenant, filter)}`;
  return row;
}

/** Jobs that a question looks at, of any number that wait: each is a look-up, for every question. */
const JOBS_LOOKED_AT = 10_000;

/** Looks at the newest, which wait the longest: workers begin with the oldest. Counts indexed rows only; the caller has read the others, and names those that it counts itself. */
export async function unembeddedMemories(
  database: Database,
  tenant: TenantId,
  filter: MemoryFilter,
  except: readonly string[] = [],
): Promise<number> {
  const jobs = Prisma.sql`(${awaitedVectors(tenant)} order by ref desc limit ${JOBS_LOOKED_AT})`;
  const condition = Prisma.sql`indexed_version >= version and id <> all(${uuids(except)}) and ${memoryFilter(tenant, filter)}`;
  if (filtersMetadata(filter)) {
    const [{ ids }] = await database.$queryRaw<[{ ids: string[] }]>`
      select coalesce(json_agg(awaiting_id), '[]') as ids from ${jobs} as job`;
    const reading = { unpacks: [Prisma.sql`metadata`], condition, value: Prisma.sql`id` };
    return (await memoriesInTurn<string>(database, tenant, ids, reading)).length;
  }
  const [row] = await database.$queryRaw<[{ count: number }]>`
    select count(*)::int as count from ${memoriesAmong(tenant, jobs, condition)}`;
  return row.count;
}

export async function vectorCounts(database: Database, tenant: TenantId): Promise<{ done: number; waiting: number }> {
  const [row] = await database.$queryRaw<[{ all: number; waiting: number }]>`
    with waiting as (
      select id from memories where tenant_id = ${tenant} and indexed_version < version
      union ${awaitedVectors(tenant)}
    )
    select (select count(*)::int from memories where ${living(tenant)} and archived_at is null) as all,
      (select count(*)::int from waiting cross join lateral (
        select from memories where ${living(tenant)} and archived_at is null and memories.id = waiting.id offset 0
      ) as memory) as waiting`;
  return { done: row.all - row.waiting, waiting: row.waiting };
}
