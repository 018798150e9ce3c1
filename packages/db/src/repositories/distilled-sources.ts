import type { LifecycleRepository, SourcesBeyond } from '@hippocamp/core/ports/records';
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

/** Reads of each source only as many edges as a page has: the first of all are among the first of each. */
async function distilledBelow(
  database: Database,
  tenant: TenantId,
  sourceIds: readonly string[],
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  if (sourceIds.length === 0) return [];
  const found = await database.$queryRaw<{ id: string }[]>`
    select distinct told.id
    from unnest(${uuids(sourceIds)}) as given (given_id)
    cross join ${liveSource(tenant, Prisma.sql`given_id`)}
    cross join lateral (
      select id from (
        select memory_id as id from memory_distil_sources where tenant_id = ${tenant} and source_id = given_id
      ) as edge
      where true ${beyond(after)} order by id limit ${limit}
    ) as told
    order by told.id limit ${limit}`;
  return found.map(({ id }) => id);
}

const FIRST = '00000000-0000-0000-0000-000000000000';

async function sourcesBeyond(
  database: Database,
  tenant: TenantId,
  places: readonly { id: string; after: string | null }[],
  limit: number,
): Promise<SourcesBeyond[]> {
  if (places.length === 0) return [];
  const given = JSON.stringify(places.map(({ id, after }) => ({ id, after: after ?? FIRST })));
  return database.$queryRaw<SourcesBeyond[]>`
    select given.id, page."sourceIds", case when page.looked = ${limit} then page.last end as last
    from jsonb_to_recordset(${given}::text::jsonb) as given (id uuid, after uuid)
    cross join lateral (
      select count(*)::int as looked, (array_agg(told.source_id order by told.source_id desc))[1] as last,
        coalesce(array_agg(told.source_id order by told.source_id) filter (where live.id is not null), '{}') as "sourceIds"
      from (
        select source_id from memory_distil_sources
        where tenant_id = ${tenant} and memory_id = given.id and source_id > given.after order by source_id limit ${limit}
      ) as told left join lateral (
        select source.id from memories as source
        where source.tenant_id = ${tenant} and source.id = told.source_id and source.deleted_at is null offset 0
      ) as live on true
    ) as page
    order by given.id`;
}

export const distilledSources = (
  database: Database,
  tenant: TenantId,
): Pick<LifecycleRepository, 'distilledFrom' | 'distilledBelow' | 'sourcesBeyond'> => ({
  distilledFrom: (sourceIds) => distilledFrom(database, tenant, sourceIds),
  distilledBelow: (sourceIds, after, limit) => distilledBelow(database, tenant, sourceIds, { after, limit }),
  sourcesBeyond: (places, limit) => sourcesBeyond(database, tenant, places, limit),
});
