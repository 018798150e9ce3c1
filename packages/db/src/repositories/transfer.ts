import type {
  IngestState,
  NodeType,
  Restored,
  TransferMemory,
  TransferRepository,
} from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { TransferKind } from '@hippocamp/shared/schemas/transfer';
import { Prisma } from '../generated/client.js';
import { asParameter, beyond, type Database, jsonObject, nullableJsonObject, uuids } from './database.js';
import { orderOf } from './ingests.js';
import { measuredInTurn } from './measured-in-turn.js';
import { living, memoriesById, memoryColumns } from './memory-rows.js';
import { type ReviewRow, reviewColumns, toReview } from './reviews.js';

const sourcesFrom = (table: Prisma.Sql, tenant: TenantId) => Prisma.sql`array(
  select source_id from ${table} where tenant_id = ${tenant} and memory_id = memories.id order by source_id
)`;

async function memories(
  database: Database,
  tenant: TenantId,
  after: string | null,
  limit: number,
): Promise<TransferMemory[]> {
  return database.$queryRaw<TransferMemory[]>`
    select ${memoryColumns}, distilled_at as "distilledAt", held_until as "heldUntil",
      case when span_start is not null then json_build_object('start', span_start, 'end', span_end) end as span,
      ${sourcesFrom(Prisma.sql`memory_context_sources`, tenant)} as "contextSourceIds",
      ${sourcesFrom(Prisma.sql`memory_distil_sources`, tenant)} as "distilledFrom"
    from memories where ${living(tenant)} ${beyond(after)} order by id limit ${limit}`;
}

const tables: Record<Exclude<TransferKind, 'memory'>, { table: Prisma.Sql; id: Prisma.Sql }> = {
  artifact: { table: Prisma.sql`artifacts`, id: Prisma.sql`id` },
  ingest: { table: Prisma.sql`ingests`, id: Prisma.sql`trace_id` },
  entity: { table: Prisma.sql`entities`, id: Prisma.sql`id` },
  event: { table: Prisma.sql`events`, id: Prisma.sql`id` },
  relation: { table: Prisma.sql`relations`, id: Prisma.sql`id` },
  review: { table: Prisma.sql`reviews`, id: Prisma.sql`id` },
};

async function restore(database: Database, tenant: TenantId, given: readonly Restored[]): Promise<void> {
  if (given.length === 0) return;
  await database.$executeRaw`
    update memories
    set version = given.version, archived_at = given."archivedAt", distilled_at = given."distilledAt",
      held_until = given."heldUntil"
    from json_to_recordset(${asParameter(given)}::json) as given (
      id uuid, version int, "archivedAt" timestamptz, "distilledAt" timestamptz, "heldUntil" timestamptz
    )
    where ${living(tenant)} and memories.id = given.id`;
}

async function present(database: Database, tenant: TenantId, kind: TransferKind, ids: readonly string[]) {
  if (ids.length === 0) return [];
  if (kind === 'memory') {
    return database.$queryRaw<{ id: string }[]>`
      select id from ${memoriesById(tenant, ids, Prisma.sql`deleted_at is null`)}`;
  }
  const { table, id } = tables[kind];
  return database.$queryRaw<{ id: string }[]>`
    select ${id} as id from ${table} where tenant_id = ${tenant} and ${id} = any(${uuids(ids)})`;
}

/** Locked in one order against deadlocks. */
async function removeTombstones(database: Database, tenant: TenantId, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return database.$queryRaw<{ id: string; version: number }[]>`
    with gone as (
      select id from (select unnest(${uuids(ids)}) as given_id order by given_id) as given
      cross join lateral (
        select id from memories where tenant_id = ${tenant} and id = given_id and deleted_at is not null
        offset 0 for update
      ) as memory
    )
    delete from memories where tenant_id = ${tenant} and id = any(array(select id from gone)) returning id, version`;
}

const inOrder = (tenant: TenantId, after: string | null, limit: number) =>
  ({
    where: { tenantId: tenant, ...(after === null ? {} : { id: { gt: after } }) },
    orderBy: { id: 'asc' },
    take: limit,
    omit: { tenantId: true },
  }) as const;

/** Bytes of the answers in a page. A longer one is a page by itself. */
const PAGE_BYTES = 4 * 1024 * 1024;
const workOfIngest = {
  ...{ tenantId: true, attempts: true, updatedAt: true, candidates: true, outcomes: true, summary: true, told: true },
} as const;

async function nextIngests(database: Database, tenant: TenantId, after: string | null, limit: number) {
  const later = after === null ? Prisma.empty : Prisma.sql`and trace_id > ${after}::uuid`;
  const keys = Prisma.sql`
    select trace_id, row_number() over (order by trace_id) as place from ingests
    where tenant_id = ${tenant} ${later} order by trace_id limit ${limit}`;
  const bytesOf = Prisma.sql`
    select coalesce(octet_length(result::text), 0) as bytes from ingests
    where tenant_id = ${tenant} and trace_id = next.trace_id`;
  const rows = await database.$queryRaw<{ id: string }[]>`
    with ${measuredInTurn({ keys, bytesOf, most: PAGE_BYTES })}
    select next.trace_id as id from taken join next on next.place = taken.place order by next.place`;
  return rows.map(({ id }) => id);
}

export const createTransferRepository = (database: Database, tenant: TenantId): TransferRepository => ({
  memories: (after, limit) => memories(database, tenant, after, limit),
  async artifacts(after, limit) {
    const rows = await database.artifact.findMany(inOrder(tenant, after, limit));
    // Earlier releases refuse a line with an unknown member.
    return rows.map(({ readBy: _readBy, instructs: _instructs, importedAt: _importedAt, ...row }) => ({
      ...row,
      metadata: jsonObject(row.metadata),
    }));
  },
  async ingests(after, limit) {
    const ids = await nextIngests(database, tenant, after, limit);
    const where = { tenantId: tenant, traceId: { in: ids } };
    const rows = await database.ingest.findMany({ where, orderBy: { traceId: 'asc' }, omit: workOfIngest });
    // All of them may have gone meanwhile, and an empty page would be the end.
    if (rows.length === 0 && ids.length > 0) return this.ingests(ids.at(-1) ?? null, limit);
    return rows.map((row) => ({
      ...row,
      state: row.state as IngestState,
      request: orderOf(row.request),
      candidates: null,
      outcomes: null,
      result: nullableJsonObject(row.result),
    }));
  },
  async entities(after, limit) {
    const rows = await database.entity.findMany(inOrder(tenant, after, limit));
    return rows.map((row) => ({ ...row, properties: jsonObject(row.properties) }));
  },
  async events(after, limit) {
    const rows = await database.event.findMany(inOrder(tenant, after, limit));
    return rows.map((row) => ({ ...row, payload: jsonObject(row.payload) }));
  },
  async relations(after, limit) {
    const rows = await database.relation.findMany(inOrder(tenant, after, limit));
    return rows.map((row) => ({
      ...row,
      fromType: row.fromType as NodeType,
      toType: row.toType as NodeType,
      metadata: jsonObject(row.metadata),
    }));
  },
  async reviews(after, limit) {
    const rows = await database.$queryRaw<ReviewRow[]>`
      select ${reviewColumns} from reviews where tenant_id = ${tenant} ${beyond(after)} order by id limit ${limit}`;
    return rows.map(toReview);
  },
  present: async (kind, ids) => (await present(database, tenant, kind, ids)).map(({ id }) => id),
  removeTombstones: (ids) => removeTombstones(database, tenant, ids),
  restore: (given) => restore(database, tenant, given),
});
