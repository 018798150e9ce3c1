import type { ArtifactRepository } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { type Database, json, jsonObject, uuids } from './database.js';

async function removeUnused(database: Database, tenant: TenantId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // Of two that bury the last memories at once, the later waits here; the next statement sees what the earlier has done.
  await database.$queryRaw`
    select id from artifacts where tenant_id = ${tenant} and id = any(${uuids(ids)}) order by id for update`;
  await database.$executeRaw`
    with removed as (
      delete from artifacts
      where tenant_id = ${tenant} and id = any(${uuids(ids)}) and ingest_trace_id is not null
        and not exists (
          select from memories
          where tenant_id = ${tenant} and source_artifact_id = artifacts.id and deleted_at is null
        )
        and not exists (
          select from memory_context_sources where tenant_id = ${tenant} and source_id = artifacts.id
        )
      returning id
    )
    update ingests set result = null, candidates = null, request = request - 'metadata'
    where tenant_id = ${tenant} and artifact_id = any(array(select id from removed))`;
}

export function createArtifactRepository(database: Database, tenant: TenantId): ArtifactRepository {
  return {
    async insert({ metadata, ...artifact }) {
      // Not `create`, which reads back what it wrote.
      await database.artifact.createMany({ data: [{ ...artifact, tenantId: tenant, metadata: json(metadata) }] });
    },
    async get(id) {
      const row = await database.artifact.findUnique({
        where: { tenantId_id: { tenantId: tenant, id } },
        omit: { tenantId: true },
      });
      return row && { ...row, metadata: jsonObject(row.metadata) };
    },
    async lock(ids) {
      if (ids.length === 0) return [];
      return database.$queryRaw`
        select id, content, ingest_trace_id as "ingestTraceId" from artifacts
        where tenant_id = ${tenant} and id = any(${uuids(ids)}) order by id for update`;
    },
    async rewrite(id, content) {
      await database.artifact.updateMany({ where: { tenantId: tenant, id }, data: { content } });
    },
    async remove(id) {
      const { count } = await database.artifact.deleteMany({ where: { tenantId: tenant, id } });
      return count > 0;
    },
    removeUnused: (ids) => removeUnused(database, tenant, ids),
  };
}
