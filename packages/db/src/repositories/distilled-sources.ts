import type { DistilledBelow, LifecycleRepository } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { beyond, type Database, uuids } from './database.js';

async function distilledFrom(database: Database, tenant: TenantId, sourceIds: readonly string[]): Promise<string[]> {
  if (sourceIds.length === 0) return [];
  const found = await database.$queryRaw<{ id: string }[]>`
    select distinct memory_id as id from memory_distil_sources
    where tenant_id = ${tenant} and source_id = any(${uuids(sourceIds)}) order by id`;
  return found.map(({ id }) => id);
}

/** Looked up by its key. */
const liveSource = (tenant: TenantId, id: Prisma.Sql) => Prisma.sql`lateral (
  select from memories as source where source.tenant_id = ${tenant} and source.id = ${id} and source.deleted_at is null offset 0
) as live`;

/** Ends at the first that is found. */
const otherSource = (tenant: TenantId, sourceIds: readonly string[]) => Prisma.sql`(
  select told.source_id from (
    select source_id from memory_distil_sources
    where tenant_id = ${tenant} and memory_id = below.id and source_id <> all(${uuids(sourceIds)}) offset 0
  ) as told cross join ${liveSource(tenant, Prisma.sql`told.source_id`)} limit 1
)`;

/** Reads of each source only as many edges as a page has: the first of all are among the first of each. */
async function distilledBelow(
  database: Database,
  tenant: TenantId,
  sourceIds: readonly string[],
  { after, limit }: { after: string | null; limit: number },
): Promise<DistilledBelow[]> {
  if (sourceIds.length === 0) return [];
  return database.$queryRaw<DistilledBelow[]>`
    select below.id, below.named, ${otherSource(tenant, sourceIds)} as "otherId"
    from (
      select told.id, count(*)::int as named
      from unnest(${uuids(sourceIds)}) as given (given_id)
      cross join ${liveSource(tenant, Prisma.sql`given_id`)}
      cross join lateral (
        select id from (
          select memory_id as id from memory_distil_sources where tenant_id = ${tenant} and source_id = given_id
        ) as edge
        where true ${beyond(after)} order by id limit ${limit}
      ) as told
      group by told.id order by told.id limit ${limit}
    ) as below
    order by below.id`;
}

async function countSources(database: Database, tenant: TenantId, memoryIds: readonly string[]) {
  if (memoryIds.length === 0) return [];
  return database.$queryRaw<{ id: string; sources: number }[]>`
    select given_id as id, count(*)::int as sources from unnest(${uuids(memoryIds)}) as given (given_id)
    cross join lateral (
      select source_id from memory_distil_sources where tenant_id = ${tenant} and memory_id = given_id offset 0
    ) as told
    cross join ${liveSource(tenant, Prisma.sql`told.source_id`)}
    group by given_id order by given_id`;
}

export const distilledSources = (
  database: Database,
  tenant: TenantId,
): Pick<LifecycleRepository, 'distilledFrom' | 'distilledBelow' | 'countSources'> => ({
  distilledFrom: (sourceIds) => distilledFrom(database, tenant, sourceIds),
  distilledBelow: (sourceIds, after, limit) => distilledBelow(database, tenant, sourceIds, { after, limit }),
  countSources: (memoryIds) => countSources(database, tenant, memoryIds),
});
