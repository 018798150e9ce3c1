import type { EmbedderMeasures } from '@hippocamp/core/ports/embedder';
import type {
  ActiveEmbedder,
  EmbedderRegister,
  IndexState,
  RowVersion,
  VectorRepository,
} from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { asParameter, beyond, type Database, json, uuids } from './database.js';
import { memoriesById, present } from './memory-rows.js';
import { insertJobs } from './outbox.js';

const absent = Prisma.sql`(deleted_at is not null or archived_at is not null or hidden_at is not null)`;

/** Includes tombstones, which indexing then removes. */
export async function indexStates(database: Database, tenant: TenantId, ids: readonly string[]): Promise<IndexState[]> {
  if (ids.length === 0) return [];
  return database.$queryRaw`
    select id, version, indexed_version as "indexedVersion", index_epoch as "indexEpoch",
      ${absent} as absent, deleted_at is not null as tombstone,
      reading is null and deleted_at is null as unread,
      owner_entity_id as "ownerEntityId", tier, content, context, speaker, occurred_at as "occurredAt", tags, source_artifact_id as "sourceArtifactId",
      metadata ->> 'sessionId' as "sessionId", created_at as "createdAt", invalid_at is not null as superseded
    from ${memoriesById(tenant, ids, Prisma.sql`true`)}`;
}

export interface Indexed {
  id: string;
  version: number;
  indexEpoch: number;
  embeddingId: string | null;
}

/** Equal version and epoch mean no later job. Rows carry the tenant, or the planner may read all its rows. */
export async function markIndexed(
  database: Database,
  tenant: TenantId,
  rows: readonly Indexed[],
): Promise<{ moved: string[] }> {
  if (rows.length === 0) return { moved: [] };
  const [row] = await database.$queryRaw<[{ moved: string[] }]>`
    with given as materialized (
      select ${tenant}::text as tenant_id, * from json_to_recordset(${asParameter(rows)}::json) as given (
        id uuid, version int, "indexEpoch" int, "embeddingId" uuid
      )
    ), present as (
      select memories.tenant_id, memories.id, memories.id::text as job,
        memories.version = given.version and memories.index_epoch = given."indexEpoch" as same,
        memories.deleted_at is not null as tombstone, given."embeddingId"
      from memories join given on memories.tenant_id = given.tenant_id and memories.id = given.id
      order by memories.id for update of memories
    ), marked as (
      update memories set indexed_version = memories.version, embedding_id = present."embeddingId"
      from present
      where memories.tenant_id = present.tenant_id and memories.id = present.id and same and not tombstone
    ), removed as (
      delete from memories using present
      where memories.tenant_id = present.tenant_id and memories.id = present.id and same and tombstone
    ), done as (
      delete from outbox using present
      where outbox.tenant_id = present.tenant_id and kind = 'index' and ref = present.job and same
    )
    select coalesce(json_agg(id order by id), '[]') as moved from present where not same`;
  return row;
}

/** Includes tombstones. */
export async function memoryVersions(
  database: Database,
  tenant: TenantId,
  after: string | null,
  limit: number,
): Promise<RowVersion[]> {
  return database.$queryRaw`
    select id, version, indexed_version as "indexedVersion", ${absent} as absent
    from memories where tenant_id = ${tenant} ${beyond(after)} order by id limit ${limit}`;
}

export async function memoryVersionsOf(
  database: Database,
  tenant: TenantId,
  ids: readonly string[],
): Promise<RowVersion[]> {
  if (ids.length === 0) return [];
  return database.$queryRaw`
    select id, version, indexed_version as "indexedVersion", ${absent} as absent
    from ${memoriesById(tenant, ids, Prisma.sql`true`)}`;
}

/** Locked in one order against deadlocks. */
export async function markUnindexed(
  database: Database,
  tenant: TenantId,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await database.$executeRaw`
    with lost as (
      select tenant_id, id from memories
      where tenant_id = ${tenant} and id = any(${uuids(ids)}) order by id for update
    ), unindexed as (
      update memories set indexed_version = 0, index_epoch = index_epoch + 1
      from lost where memories.tenant_id = lost.tenant_id and memories.id = lost.id
    )
    ${insertJobs(tenant, Prisma.sql`select 'index', id::text from lost`, at, at)}`;
}

export const createVectorRepository = (database: Database, tenant: TenantId): VectorRepository => ({
  async get(embedder, memoryIds) {
    const rows = await database.memoryVector.findMany({
      where: { tenantId: tenant, embedder, memoryId: { in: [...memoryIds] } },
      select: { memoryId: true, textHash: true, vector: true },
    });
    return new Map(rows.map((row) => [row.memoryId, row]));
  },
  // Locked in one order against deadlocks; a memory buried meanwhile keeps no vector.
  async put(embedder, vectors) {
    if (vectors.length === 0) return;
    const rows = vectors.map(({ memoryId, textHash, vector }) => ({
      id: memoryId,
      textHash,
      vector: vector && Buffer.from(vector).toString('base64'),
    }));
    await database.$executeRaw`
      with given as materialized (
        select * from json_to_recordset(${asParameter(rows)}::json) as given (id uuid, "textHash" text, vector text)
      ), held as materialized (
        select id from memories
        where ${present(tenant)} and id = any(${uuids(vectors.map(({ memoryId }) => memoryId))}) order by id for key share
      )
      insert into memory_vectors (tenant_id, memory_id, embedder, text_hash, vector)
      select ${tenant}, given.id, ${embedder}, "textHash", decode(vector, 'base64') from given join held on held.id = given.id
      on conflict (tenant_id, memory_id, embedder) do update set text_hash = excluded.text_hash, vector = excluded.vector`;
  },
});

const active = (database: Database): Promise<ActiveEmbedder | null> =>
  database.activeEmbedder.findFirst({ where: { one: true }, select: { id: true, dimensions: true } });

async function measuresOf(database: Database, id: string): Promise<EmbedderMeasures | null> {
  const row = await database.embedderMeasures.findFirst({
    where: { id },
    select: { calibration: true, prefixes: true },
  });
  // Only `keepMeasures` writes it.
  return row as EmbedderMeasures | null;
}

export const createEmbedderRegister = (database: Database): EmbedderRegister => ({
  active: () => active(database),
  async decide(embedder, at) {
    await database.activeEmbedder.createMany({ data: [{ ...embedder, since: at }], skipDuplicates: true });
    return (await active(database)) ?? embedder;
  },
  async activate(embedder, at) {
    const row = { ...embedder, since: at };
    await database.activeEmbedder.upsert({ where: { one: true }, create: row, update: row });
  },
  measures: (id) => measuresOf(database, id),
  async keepMeasures(id, { calibration, prefixes }, at) {
    const row = { id, calibration: json(calibration), prefixes: json(prefixes), measuredAt: at };
    await database.embedderMeasures.createMany({ data: [row], skipDuplicates: true });
    return (await measuresOf(database, id)) ?? { calibration, prefixes };
  },
});
