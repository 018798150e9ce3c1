import {
  type ArtifactOverview,
  type ArtifactPageRequest,
  type ArtifactRepository,
  IMPORT,
} from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { type Database, json, jsonObject, uuids } from './database.js';
import { told } from './ingest-sessions.js';
import { byCreation, cutPage } from './page.js';

/**
 * Memories of imported texts may be on their way, also by the next request of a long import. In the order of any language
 * the hexadecimal ids of imports are from 0 to before g.
 */
const awaitsMemories = (tenant: TenantId) => Prisma.sql`
  imported_at is not null and exists (
    select from idempotency_keys as import
    where import.tenant_id = ${tenant} and import.key between ${`${IMPORT} 0`} and ${`${IMPORT} g`}
      and import.fingerprint = ${IMPORT} and imported_at > import.created_at - interval '1 day'
  )`;

/** An ingest that is not done goes on from its text, also a failed one once it is tried again. */
async function removeUnused(database: Database, tenant: TenantId, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  // Where two deletions remove the last memories at once, the later waits here and then sees the earlier's work.
  await database.$queryRaw`
    select id from artifacts where tenant_id = ${tenant} and id = any(${uuids(ids)}) order by id for update`;
  const emptied = await database.$queryRaw<{ traceId: string }[]>`
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
        and not exists (
          select from ingests where tenant_id = ${tenant} and artifact_id = artifacts.id and state <> 'done'
        )
        and not (${awaitsMemories(tenant)})
      returning id
    )
    update ingests set result = null, candidates = null, request = request - 'metadata'
    where tenant_id = ${tenant} and artifact_id = any(array(select id from removed))
    returning trace_id as "traceId"`;
  return emptied.map(({ traceId }) => traceId);
}

const pageKey = ({ after }: ArtifactPageRequest) =>
  after
    ? Prisma.sql`and (artifacts.created_at, artifacts.id) > (${new Date(after.value)}::timestamptz, ${after.id}::uuid)`
    : Prisma.empty;

/** A talk without its messages cannot be read again. */
const notReadBy = (reader: string, local: string) => Prisma.sql`
  and case when ingests.trace_id is not null
    then ingests.state = 'done' and ${told} ->> 'model' is distinct from 'due'
      and ${told} ->> 'extractor' is distinct from
        case when ${told} ->> 'reader' = 'local' then ${local} else ${reader} end
  else artifacts.source <> 'chat' and artifacts.read_by is distinct from ${reader} end`;

const filtered = (
  tenant: TenantId,
  { ownerEntityId, createdAfter, notReadBy: reader, localReader }: ArtifactPageRequest,
) =>
  Prisma.sql`
  from artifacts left join ingests
    on ingests.tenant_id = ${tenant} and ingests.trace_id = artifacts.ingest_trace_id
  where artifacts.tenant_id = ${tenant} and artifacts.ingest_trace_id is not null
    ${ownerEntityId === undefined ? Prisma.empty : Prisma.sql`and artifacts.owner_entity_id = ${ownerEntityId}::uuid`}
    ${createdAfter === undefined ? Prisma.empty : Prisma.sql`and artifacts.created_at >= ${createdAfter}::timestamptz`}
    ${reader === undefined ? Prisma.empty : notReadBy(reader, localReader ?? reader)}`;

async function page(database: Database, tenant: TenantId, request: ArtifactPageRequest) {
  const those = filtered(tenant, request);
  const [counted] = await database.$queryRaw<{ total: number }[]>`select count(*)::int as total ${those}`;
  const rows = await database.$queryRaw<ArtifactOverview[]>`
    select artifacts.id, artifacts.source, artifacts.owner_entity_id as "ownerEntityId",
      artifacts.ingest_trace_id as "ingestTraceId", artifacts.created_at as "createdAt",
      ${told} ->> 'sessionId' as "sessionId", coalesce(${told} ->> 'extractor', artifacts.read_by) as "readBy"
    ${those} ${pageKey(request)} order by artifacts.created_at, artifacts.id limit ${request.limit + 1}`;
  return { ...cutPage(rows, request.limit, byCreation.keyOf), total: counted?.total ?? 0 };
}

export function createArtifactRepository(database: Database, tenant: TenantId): ArtifactRepository {
  return {
    async insert({ metadata, ...artifact }, importedAt) {
      // `create` would read the row back.
      await database.artifact.createMany({
        data: [{ ...artifact, tenantId: tenant, metadata: json(metadata), importedAt: importedAt ?? null }],
      });
    },
    async get(id) {
      const row = await database.artifact.findFirst({
        where: { tenantId: tenant, id },
        omit: { tenantId: true, readBy: true, importedAt: true },
      });
      return row && { ...row, metadata: jsonObject(row.metadata) };
    },
    async isOfIngest(traceId) {
      const found = await database.$queryRaw<object[]>`
        select id from artifacts where tenant_id = ${tenant} and ingest_trace_id = ${traceId}::uuid limit 1`;
      return found.length > 0;
    },
    page: (request) => page(database, tenant, request),
    async lock(ids) {
      if (ids.length === 0) return [];
      return database.$queryRaw`
        select id, octet_length(content) as bytes from artifacts where tenant_id = ${tenant} and id = any(${uuids(ids)}) order by id for update`;
    },
    async texts(ids) {
      if (ids.length === 0) return [];
      return database.$queryRaw`
        select id, content from artifacts
        where tenant_id = ${tenant} and id = any(${uuids(ids)}) order by id`;
    },
    async rewrite(texts) {
      if (texts.length === 0) return;
      const ids = texts.map(({ id }) => id);
      const contents = texts.map(({ content }) => content);
      await database.$executeRaw`
        update artifacts set content = changed.content
        from unnest(${ids}::uuid[], ${contents}::text[]) as changed (id, content)
        where tenant_id = ${tenant} and artifacts.id = changed.id`;
      await database.$executeRaw`
        update ingests set candidates = null, outcomes = null
        where tenant_id = ${tenant} and artifact_id = any(${uuids(ids)}) and state = 'done'
          and (candidates is not null or outcomes is not null)`;
    },
    async remove(id) {
      const { count } = await database.artifact.deleteMany({ where: { tenantId: tenant, id } });
      return count > 0;
    },
    removeUnused: (ids) => removeUnused(database, tenant, ids),
  };
}
