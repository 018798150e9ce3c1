import type { IndexState } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { asParameter, type Database } from './database.js';
import { memoriesById } from './memory-filter.js';

/** Tombstones too: what indexing removes them by. */
export async function indexStates(database: Database, tenant: TenantId, ids: readonly string[]): Promise<IndexState[]> {
  if (ids.length === 0) return [];
  return database.$queryRaw`
    select id, version, indexed_version as "indexedVersion",
      (deleted_at is not null or archived_at is not null) as absent, deleted_at is not null as tombstone,
      owner_entity_id as "ownerEntityId", tier, content, context, tags, source_artifact_id as "sourceArtifactId",
      metadata ->> 'sessionId' as "sessionId", created_at as "createdAt", invalid_at is not null as superseded
    from ${memoriesById(tenant, ids, Prisma.sql`true`)}`;
}

export interface Indexed {
  id: string;
  version: number;
  embeddingId: string | null;
}

/**
 * A ring that came since comes with a higher version, so the version alone says whether the job is done. Whoever changes a
 * row holds its lock until the ring is in the outbox too.
 */
export async function markIndexed(
  database: Database,
  tenant: TenantId,
  rows: readonly Indexed[],
): Promise<{ moved: string[] }> {
  if (rows.length === 0) return { moved: [] };
  const [row] = await database.$queryRaw<[{ moved: string[] }]>`
    with given as (
      select * from json_to_recordset(${asParameter(rows)}::json) as given (id uuid, version int, "embeddingId" uuid)
    ), present as (
      select memories.id, memories.version = given.version as same, memories.deleted_at is not null as tombstone,
        given."embeddingId"
      from memories join given on given.id = memories.id
      where memories.tenant_id = ${tenant}
      order by memories.id for update of memories
    ), marked as (
      update memories set indexed_version = memories.version, embedding_id = present."embeddingId"
      from present
      where memories.tenant_id = ${tenant} and memories.id = present.id and present.same and not present.tombstone
    ), removed as (
      delete from memories using present
      where memories.tenant_id = ${tenant} and memories.id = present.id and present.same and present.tombstone
    ), done as (
      delete from outbox
      where tenant_id = ${tenant} and kind = 'index' and ref = any(array(select id::text from present where same))
    )
    select coalesce(json_agg(id order by id), '[]') as moved from present where not same`;
  return row;
}
