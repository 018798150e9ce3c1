import type { Belongings, ErasureRepository, RemovedIngests } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { type Database, uuids } from './database.js';
import { fittingRows, REMOVED_BYTES } from './fitting-rows.js';
import { present } from './memory-rows.js';
import { withoutWall } from './tenant-wall.js';

async function belongings(database: Database, tenant: TenantId, memoryIds: readonly string[]): Promise<Belongings> {
  const ids = uuids(memoryIds);
  const [row] = await withoutWall(database).$queryRaw<[Belongings]>`
    select
      (select count(*)::int from memories
        where tenant_id = ${tenant} and id = any(${ids}) and embedding_id is not null) as vectors,
      (select count(distinct memory_id)::int from memory_distil_sources
        where tenant_id = ${tenant} and memory_id = any(${ids})) as derived,
      (select count(*)::int from memory_history where tenant_id = ${tenant} and memory_id = any(${ids})) as history,
      (select count(*)::int from relations
        where tenant_id = ${tenant} and (from_id = any(${ids}) or to_id = any(${ids}))) as relations,
      (select count(*)::int from idempotency_keys
        where tenant_id = ${tenant} and mentions && (select ${ids})) as "storedAnswers",
      (select count(*)::int from lifecycle_actions
        where tenant_id = ${tenant} and memory_id = any(${ids})) as "undoStates"`;
  return row;
}

/** Jobs first, because a worker locks its job before it writes to the ingest. */
async function removeThese(
  database: Database,
  tenant: TenantId,
  found: readonly { traceId: string }[],
): Promise<RemovedIngests> {
  const traceIds = found.map(({ traceId }) => traceId);
  if (traceIds.length === 0) return { traceIds, jobs: 0 };
  const jobs = await database.$executeRaw`
    with locked as (
      select kind, ref from outbox
      where tenant_id = ${tenant} and kind in ('ingest', 'model') and ref = any(${traceIds}::text[])
      order by kind, ref for update
    )
    delete from outbox using locked
    where outbox.tenant_id = ${tenant} and outbox.kind = locked.kind and outbox.ref = locked.ref`;
  await database.$executeRaw`delete from ingests where tenant_id = ${tenant} and trace_id = any(${uuids(traceIds)})`;
  return { traceIds, jobs };
}

async function removeIngests(database: Database, tenant: TenantId, owner: string, limit: number) {
  const found = await withoutWall(database).$queryRaw<{ traceId: string }[]>`
    select trace_id as "traceId" from ingests
    where tenant_id = ${tenant} and request ->> 'ownerEntityId' = ${owner} order by trace_id limit ${limit}`;
  return removeThese(database, tenant, found);
}

/** Artifacts last, as a worker writes to them. Locked in the order of ids, as burying does. */
async function removeArtifacts(database: Database, tenant: TenantId, owner: string, limit: number) {
  const rows = await database.$queryRaw<{ id: string }[]>`
    select id from artifacts where tenant_id = ${tenant} and owner_entity_id = ${owner}::uuid order by id limit ${limit}`;
  const artifactIds = rows.map(({ id }) => id);
  // An ingest is written in one statement with its text.
  const found = await database.$queryRaw<{ traceId: string }[]>`
    select trace_id as "traceId" from ingests
    where tenant_id = ${tenant} and artifact_id = any(${uuids(artifactIds)}) order by trace_id`;
  const ingests = await removeThese(database, tenant, found);
  await database.$executeRaw`
    delete from artifacts where tenant_id = ${tenant} and id = any(array(
      select id from artifacts where tenant_id = ${tenant} and id = any(${uuids(artifactIds)}) order by id for update
    ))`;
  return { artifactIds, ...ingests };
}

interface TenantTable {
  name: string;
  /** An expression: the bytes of a row in what may be long. */
  bytes: string;
  /** Its rows go with rows of another table. */
  isPart: boolean;
}

/** Parts first. Read from the catalogue, so that no later table is forgotten. `tenant_limits` belong to the operator. */
const tenantTables = (database: Database) =>
  database.$queryRaw<TenantTable[]>`
    select format('%I', pg_class.relname) as name,
      (
        select string_agg(format('coalesce(pg_column_size(%I), 0)', attname), ' + ') from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attlen = -1
      ) as bytes,
      exists (select from pg_constraint where conrelid = pg_class.oid and contype = 'f') as "isPart"
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    join pg_attribute on attrelid = pg_class.oid
    where nspname = 'public' and relkind in ('r', 'p') and not relispartition and attname = 'tenant_id'
      and relname <> 'tenant_limits'
    order by "isPart" desc, relname`;

async function removeFrom(
  database: Database,
  tenant: TenantId,
  given: TenantTable,
  bounds: { rows: number; most: number },
): Promise<{ chosen: number; rows: number; bytes: number }> {
  const { name, bytes } = given;
  const table = Prisma.raw(name);
  const next = fittingRows({
    table,
    condition: Prisma.sql`tenant_id = ${tenant}`,
    bytes: Prisma.raw(bytes),
    ...bounds,
  });
  const [removed] = await database.$queryRaw<[{ chosen: number; rows: number; bytes: number }]>`
    with next as materialized (${next}), removed as (
      delete from ${table} where tenant_id = ${tenant} and (tableoid, ctid) in (select place, row from next)
      returning tenant_id
    )
    select (select count(*)::int from removed) as rows, count(*)::int as chosen, coalesce(sum(bytes), 0)::float8 as bytes
    from next`;
  // Others took all of these meanwhile, and left what comes after them.
  return removed.chosen > 0 && removed.rows === 0 ? removeFrom(database, tenant, given, bounds) : removed;
}

/** Parts go before their wholes, each of which would take all of its parts along in one statement. */
async function removeEverything(database: Database, tenant: TenantId, limit: number): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  let most = REMOVED_BYTES;
  let areLeft = false;
  for (const table of await tenantTables(database)) {
    if (areLeft && !table.isPart) break;
    const { chosen, rows, bytes } = await removeFrom(database, tenant, table, { rows: limit, most });
    if (rows > 0) removed[table.name] = rows;
    most -= bytes;
    // Beyond that, rows of this table may be left.
    if (most <= 0) break;
    areLeft ||= table.isPart && chosen >= limit;
  }
  return removed;
}

export const createErasureRepository = (database: Database, tenant: TenantId): ErasureRepository => ({
  async memoriesOf(owner, limit) {
    const rows = await database.$queryRaw<{ id: string }[]>`
      select id from memories where ${present(tenant)} and owner_entity_id = ${owner}::uuid order by id desc limit ${limit}`;
    return rows.map(({ id }) => id);
  },
  belongings: (memoryIds) => belongings(database, tenant, memoryIds),
  async forgetActions(memoryIds) {
    await database.lifecycleAction.deleteMany({ where: { tenantId: tenant, memoryId: { in: [...memoryIds] } } });
  },
  removeArtifacts: (owner, limit) => removeArtifacts(database, tenant, owner, limit),
  removeIngests: (owner, limit) => removeIngests(database, tenant, owner, limit),
  removeReviews: (owner, limit) => database.$executeRaw`
    delete from reviews where tenant_id = ${tenant} and id = any(array(
      select id from reviews where tenant_id = ${tenant} and owner_entity_id = ${owner}::uuid order by id limit ${limit}
    ))`,
  removeEvents: (owner, limit) => database.$executeRaw`
    delete from events where tenant_id = ${tenant} and id = any(array(
      select id from events where tenant_id = ${tenant} and actor_entity_id = ${owner}::uuid limit ${limit}
    ))`,
  removeRelationsOf: (nodeId, limit) => database.$executeRaw`
    delete from relations where tenant_id = ${tenant} and id = any(array(
      (select id from relations where tenant_id = ${tenant} and from_id = ${nodeId}::uuid limit ${limit})
      union all
      (select id from relations where tenant_id = ${tenant} and to_id = ${nodeId}::uuid limit ${limit})
      limit ${limit}
    ))`,
  removeEverything: (limit) => removeEverything(database, tenant, limit),
});
