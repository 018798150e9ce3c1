import type {
  DrawnMemory,
  DrawnReaders,
  DrawnRequest,
  MemoryWording,
  ReplacedMemory,
} from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { beyond, type Database, uuids } from './database.js';
import { memoriesById, present } from './memory-rows.js';

const span = Prisma.sql`
  case when span_start is not null then json_build_object('start', span_start, 'end', span_end) end as span`;

/** Sorted, because owners are locked in this order. */
export async function memoryOwners(
  database: Database,
  tenant: TenantId,
  ids: readonly string[],
): Promise<(string | null)[]> {
  const rows = await database.$queryRaw<{ owner: string | null }[]>`
    select distinct owner_entity_id as owner from ${memoriesById(tenant, ids, present(tenant))} order by owner`;
  return rows.map(({ owner }) => owner);
}

export async function memoryWordings(
  database: Database,
  tenant: TenantId,
  ids: readonly string[],
): Promise<MemoryWording[]> {
  if (ids.length === 0) return [];
  return database.$queryRaw<MemoryWording[]>`
    select id, owner_entity_id as "ownerEntityId", content, provenance ->> 'sourceSpan' as "sourceSpan", source_artifact_id as "sourceArtifactId", ${span},
      tags, superseded_by_id as "supersededById", invalid_at as "invalidAt",
      coalesce(jsonb_array_length(reading -> 'statements'), 0) as statements
    from ${memoriesById(tenant, ids, present(tenant))}`;
}

const havingIt: Record<DrawnRequest['having'], Prisma.Sql> = {
  place: Prisma.sql`and span_start is not null`,
  context: Prisma.sql`and context is not null`,
  any: Prisma.empty,
};

/** Each text by itself, in the order of its index, so that a page ends without reading the rest of it. */
export async function memoriesDrawnFrom(
  database: Database,
  tenant: TenantId,
  artifactIds: readonly string[],
  { having, after, limit }: DrawnRequest,
): Promise<DrawnMemory[]> {
  if (artifactIds.length === 0) return [];
  return database.$queryRaw<DrawnMemory[]>`
    select drawn.* from unnest(${uuids([...new Set(artifactIds)])}) as given (text_id)
    cross join lateral (
      select id, source_artifact_id as "sourceArtifactId", ${span} from memories
      where ${present(tenant)} and source_artifact_id = text_id ${havingIt[having]} ${beyond(after)}
      order by id limit ${limit}
    ) as drawn
    order by drawn.id limit ${limit}`;
}

/** Stops at `most`, because any number of memories may name a text. */
export async function drawnReaders(
  database: Database,
  tenant: TenantId,
  artifactId: string,
  traceId: string,
  most: number,
): Promise<DrawnReaders> {
  const [told] = await database.$queryRaw<DrawnReaders[]>`
    select count(*)::int as count, coalesce(bool_or(reader = 'local'), false) as "staysHere",
      coalesce(bool_or(trace = ${traceId} and reader is null), false) as "mayLeave"
    from (
      select provenance ->> 'reader' as reader, provenance ->> 'traceId' as trace
      from memories where ${present(tenant)} and source_artifact_id = ${artifactId}::uuid limit ${most}
    ) as drawn`;
  return told ?? { count: 0, staysHere: false, mayLeave: false };
}

export async function memoryContexts(
  database: Database,
  tenant: TenantId,
  ids: readonly string[],
): Promise<{ id: string; context: string }[]> {
  if (ids.length === 0) return [];
  return database.$queryRaw<{ id: string; context: string }[]>`
    select id, context from ${memoriesById(tenant, ids, present(tenant))} and context is not null`;
}

export async function memoriesCiting(
  database: Database,
  tenant: TenantId,
  sourceIds: readonly string[],
): Promise<string[]> {
  if (sourceIds.length === 0) return [];
  const rows = await database.$queryRaw<{ id: string }[]>`
    select id from memories where ${present(tenant)} and id = any(array(
      select memory_id from memory_context_sources where tenant_id = ${tenant} and source_id = any(${uuids(sourceIds)})
    )) order by id`;
  return rows.map(({ id }) => id);
}

/** Locked in one order against deadlocks. */
export async function memoriesReplacedBy(
  database: Database,
  tenant: TenantId,
  ids: readonly string[],
): Promise<ReplacedMemory[]> {
  if (ids.length === 0) return [];
  return database.$queryRaw<ReplacedMemory[]>`
    with replaced as (
      select id, owner_entity_id, occurred_at, invalid_at, superseded_by_id, content_hash
      from memories where ${present(tenant)} and superseded_by_id = any(${uuids(ids)}) order by id for update
    )
    select id, owner_entity_id as "ownerEntityId", occurred_at as "occurredAt", invalid_at as "invalidAt",
      superseded_by_id as "supersededById", content_hash as "contentHash"
    from replaced order by id`;
}
