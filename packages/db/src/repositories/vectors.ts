import type { EmbedderMeasures } from '@hippocamp/core/ports/embedder';
import type { ActiveEmbedder, EmbedderRegister, KeptVector, VectorRepository } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { asParameter, type Database, json, uuids } from './database.js';
import { present } from './memory-filter.js';

/** Locked in one order, as wherever several rows of memories are; a memory that is buried meanwhile keeps nothing. */
async function put(
  database: Database,
  tenant: TenantId,
  embedder: string,
  vectors: readonly KeptVector[],
): Promise<void> {
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
}

export const createVectorRepository = (database: Database, tenant: TenantId): VectorRepository => ({
  async get(embedder, memoryIds) {
    const rows = await database.memoryVector.findMany({
      where: { tenantId: tenant, embedder, memoryId: { in: [...memoryIds] } },
      select: { memoryId: true, textHash: true, vector: true },
    });
    return new Map(rows.map((row) => [row.memoryId, row]));
  },
  put: (embedder, vectors) => put(database, tenant, embedder, vectors),
});

const active = (database: Database): Promise<ActiveEmbedder | null> =>
  database.activeEmbedder.findUnique({ where: { one: true }, select: { id: true, dimensions: true } });

async function measuresOf(database: Database, id: string): Promise<EmbedderMeasures | null> {
  const row = await database.embedderMeasures.findUnique({
    where: { id },
    select: { calibration: true, prefixes: true },
  });
  // Written by `keepMeasures` alone.
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
