import type {
  IngestRecord,
  IngestState,
  NodeType,
  Restored,
  ReviewRecord,
  TransferMemory,
  TransferRepository,
} from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { TransferKind } from '@hippocamp/shared/schemas/transfer';
import { Prisma } from '../generated/client.js';
import { asParameter, type Database, jsonObject, nullableJsonObject, uuids } from './database.js';
import { orderOf } from './ingests.js';
import { measuredInTurn } from './measured-in-turn.js';
import { living, memoriesById, memoryColumns } from './memory-rows.js';
import { type ReviewRow, reviewColumns, toReview } from './reviews.js';

const sourcesFrom = (table: Prisma.Sql, tenant: TenantId) => Prisma.sql`array(
  select source_id from ${table} where tenant_id = ${tenant} and memory_id = memory.id order by source_id
)`;

/** Bytes of the rows of a page. A longer one is a page by itself. */
const PAGE_BYTES = 4 * 1024 * 1024;

const lengthOf = (...values: readonly Prisma.Sql[]) =>
  Prisma.join(
    values.map((value) => Prisma.sql`coalesce(octet_length(${value}), 0)`),
    ' + ',
  );

interface Table {
  table: Prisma.Sql;
  id: Prisma.Sql;
  /** The bytes of the columns that may be long. */
  bytes: Prisma.Sql;
}

const tables: Record<TransferKind, Table> = {
  memory: {
    ...{ table: Prisma.sql`memories`, id: Prisma.sql`id` },
    bytes: lengthOf(Prisma.sql`content`, Prisma.sql`context`, Prisma.sql`metadata::text`, Prisma.sql`provenance::text`),
  },
  artifact: {
    ...{ table: Prisma.sql`artifacts`, id: Prisma.sql`id` },
    bytes: lengthOf(Prisma.sql`content`, Prisma.sql`metadata::text`),
  },
  ingest: {
    ...{ table: Prisma.sql`ingests`, id: Prisma.sql`trace_id` },
    bytes: lengthOf(Prisma.sql`request::text`, Prisma.sql`result::text`, Prisma.sql`content`),
  },
  entity: {
    ...{ table: Prisma.sql`entities`, id: Prisma.sql`id` },
    bytes: lengthOf(Prisma.sql`properties::text`),
  },
  event: { table: Prisma.sql`events`, id: Prisma.sql`id`, bytes: lengthOf(Prisma.sql`payload::text`) },
  relation: { table: Prisma.sql`relations`, id: Prisma.sql`id`, bytes: lengthOf(Prisma.sql`metadata::text`) },
  review: { table: Prisma.sql`reviews`, id: Prisma.sql`id`, bytes: lengthOf(Prisma.sql`candidate::text`) },
};

interface Wanted {
  kind: TransferKind;
  after: string | null;
  limit: number;
}

async function nextIds(database: Database, tenant: TenantId, { kind, after, limit }: Wanted): Promise<string[]> {
  const { table, id, bytes } = tables[kind];
  const own = kind === 'memory' ? living(tenant) : Prisma.sql`tenant_id = ${tenant}`;
  const later = after === null ? Prisma.empty : Prisma.sql`and ${id} > ${after}::uuid`;
  const keys = Prisma.sql`
    select ${id} as row_id, row_number() over (order by ${id}) as place from ${table}
    where ${own} ${later} order by ${id} limit ${limit}`;
  const bytesOf = Prisma.sql`select ${bytes} as bytes from ${table} where tenant_id = ${tenant} and ${id} = next.row_id`;
  const rows = await database.$queryRaw<{ id: string }[]>`
    with ${measuredInTurn({ keys, bytesOf, most: PAGE_BYTES })}
    select next.row_id as id from taken join next on next.place = taken.place order by next.place`;
  return rows.map(({ id }) => id);
}

/** The next rows by their ids, as many as fit: those before say nothing of their size. */
async function pageOf<Row>(
  database: Database,
  tenant: TenantId,
  wanted: Wanted,
  read: (ids: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const ids = await nextIds(database, tenant, wanted);
  const rows = await read(ids);
  // All of them may have gone meanwhile, and an empty page would be the end.
  return rows.length === 0 && ids.length > 0
    ? pageOf(database, tenant, { ...wanted, after: ids.at(-1) ?? null }, read)
    : rows;
}

const memories = (database: Database, tenant: TenantId, ids: readonly string[]) =>
  database.$queryRaw<TransferMemory[]>`
    select ${memoryColumns}, distilled_at as "distilledAt", held_until as "heldUntil",
      case when span_start is not null then json_build_object('start', span_start, 'end', span_end) end as span,
      ${sourcesFrom(Prisma.sql`memory_context_sources`, tenant)} as "contextSourceIds",
      ${sourcesFrom(Prisma.sql`memory_distil_sources`, tenant)} as "distilledFrom"
    from ${memoriesById(tenant, ids, living(tenant))} order by id`;

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

const byId = (tenant: TenantId, ids: string[]) =>
  ({
    where: { tenantId: tenant, id: { in: ids } },
    orderBy: { id: 'asc' },
    omit: { tenantId: true },
  }) as const;

const workOfIngest = {
  ...{ tenantId: true, attempts: true, updatedAt: true, candidates: true, outcomes: true, summary: true, told: true },
} as const;

async function ingests(database: Database, tenant: TenantId, ids: string[]): Promise<IngestRecord[]> {
  const where = { tenantId: tenant, traceId: { in: ids } };
  const rows = await database.ingest.findMany({ where, orderBy: { traceId: 'asc' }, omit: workOfIngest });
  return rows.map((row) => ({
    ...row,
    state: row.state as IngestState,
    request: orderOf(row.request),
    candidates: null,
    outcomes: null,
    result: nullableJsonObject(row.result),
  }));
}

async function reviews(database: Database, tenant: TenantId, ids: readonly string[]): Promise<ReviewRecord[]> {
  const rows = await database.$queryRaw<ReviewRow[]>`
    select ${reviewColumns} from reviews where tenant_id = ${tenant} and id = any(${uuids(ids)}) order by id`;
  return rows.map(toReview);
}

const pagesOf = (database: Database, tenant: TenantId) => {
  const pages =
    <Row>(kind: TransferKind, read: (ids: string[]) => Promise<Row[]>) =>
    (after: string | null, limit: number) =>
      pageOf(database, tenant, { kind, after, limit }, read);
  return {
    memories: pages('memory', (ids) => memories(database, tenant, ids)),
    artifacts: pages('artifact', async (ids) => {
      const rows = await database.artifact.findMany(byId(tenant, ids));
      // Earlier releases refuse a line with an unknown member.
      return rows.map(({ readBy: _readBy, instructs: _instructs, importedAt: _importedAt, ...row }) => ({
        ...row,
        metadata: jsonObject(row.metadata),
      }));
    }),
    ingests: pages('ingest', (ids) => ingests(database, tenant, ids)),
    entities: pages('entity', async (ids) => {
      const rows = await database.entity.findMany(byId(tenant, ids));
      return rows.map((row) => ({ ...row, properties: jsonObject(row.properties) }));
    }),
    events: pages('event', async (ids) => {
      const rows = await database.event.findMany(byId(tenant, ids));
      return rows.map((row) => ({ ...row, payload: jsonObject(row.payload) }));
    }),
    relations: pages('relation', async (ids) => {
      const rows = await database.relation.findMany(byId(tenant, ids));
      return rows.map((row) => ({
        ...row,
        fromType: row.fromType as NodeType,
        toType: row.toType as NodeType,
        metadata: jsonObject(row.metadata),
      }));
    }),
    reviews: pages('review', (ids) => reviews(database, tenant, ids)),
  };
};

export const createTransferRepository = (database: Database, tenant: TenantId): TransferRepository => ({
  ...pagesOf(database, tenant),
  present: async (kind, ids) => (await present(database, tenant, kind, ids)).map(({ id }) => id),
  removeTombstones: (ids) => removeTombstones(database, tenant, ids),
  restore: (given) => restore(database, tenant, given),
});
