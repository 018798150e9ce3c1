import type {
  GraphNode,
  NodeType,
  RelationFilter,
  RelationRecord,
  RelationRepository,
  ReplacingEdge,
  ToldBefore,
} from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma, type Relation } from '../generated/client.js';
import { asParameter, beyond, type Database, jsonObject, uuids } from './database.js';
import { living, replacingEdges, toldBefore, wholeEdge } from './memory-rows.js';
import { byCreation, pageOf } from './page.js';
import { inParts, pagesOf } from './parts.js';
import { relationColumns, traverse } from './relation-traversal.js';

const idsOf = (nodes: readonly GraphNode[], type: NodeType) =>
  nodes.filter((node) => node.type === type).map(({ id }) => id);

/** Locks in the order of `removeMemories`, memories before entities, against deadlocks. */
const held = (table: Prisma.Sql, condition: Prisma.Sql, tenant: TenantId, ids: readonly string[]) => Prisma.sql`
  select found.id from (select id from unnest(${uuids(ids)}) as id order by id) as given
  cross join lateral (
    select * from ${table} where tenant_id = ${tenant} and id = given.id offset 0 for key share
  ) as found
  where ${condition}`;

/** A key share keeps a row from removal and lets others change it. */
async function holdNodes(database: Database, tenant: TenantId, nodes: readonly GraphNode[]): Promise<GraphNode[]> {
  const entities = held(Prisma.sql`entities`, Prisma.sql`true`, tenant, idsOf(nodes, 'entity'));
  const memories = held(Prisma.sql`memories`, Prisma.sql`deleted_at is null`, tenant, idsOf(nodes, 'memory'));
  const found = await database.$queryRaw<GraphNode[]>`
    select 'memory' as type, id from (${memories}) as memory
    union all
    select 'entity', id from (${entities}) as entity`;
  const keys = new Set(found.map(({ type, id }) => `${type} ${id}`));
  return nodes.filter(({ type, id }) => type === 'artifact' || keys.has(`${type} ${id}`));
}

const toRecord = ({ tenantId: _tenantId, fromType, toType, metadata, ...row }: Relation): RelationRecord => ({
  ...row,
  fromType: fromType as NodeType,
  toType: toType as NodeType,
  metadata: jsonObject(metadata),
});

const passing = (tenant: TenantId, { type, fromId, toId, nodeId }: RelationFilter) =>
  Prisma.join(
    [
      Prisma.sql`tenant_id = ${tenant}`,
      ...(type === undefined ? [] : [Prisma.sql`type = ${type}`]),
      ...(fromId === undefined ? [] : [Prisma.sql`from_id = ${fromId}::uuid`]),
      ...(toId === undefined ? [] : [Prisma.sql`to_id = ${toId}::uuid`]),
      ...(nodeId === undefined ? [] : [Prisma.sql`(from_id = ${nodeId}::uuid or to_id = ${nodeId}::uuid)`]),
    ],
    ' and ',
  );

const inserting = (tenant: TenantId, relations: readonly RelationRecord[]) => Prisma.sql`
  insert into relations (tenant_id, id, type, from_type, from_id, to_type, to_id, weight, metadata, created_at)
  select ${tenant}, id, type, "fromType", "fromId", "toType", "toId", weight, metadata, "createdAt"
  from json_to_recordset(${asParameter(relations)}::json) as given (
    id uuid, type text, "fromType" text, "fromId" uuid, "toType" text, "toId" uuid, weight float8, metadata jsonb,
    "createdAt" timestamptz
  )`;

/** Any number, locked in one order against deadlocks. */
async function removeEdges(database: Database, tenant: TenantId, condition: Prisma.Sql): Promise<void> {
  const next = async (after: string | null, limit: number) => {
    const rows = await database.$queryRaw<{ id: string }[]>`
      select id from relations
      where tenant_id = ${tenant} and ${condition} ${beyond(after)}
      order by id limit ${limit}`;
    return rows.map(({ id }) => id);
  };
  for await (const ids of pagesOf(next)) {
    for (const part of inParts(ids)) {
      await database.$executeRaw`
        with touched as (
          select id from relations where tenant_id = ${tenant} and id = any(${uuids(part)}) order by id for update
        )
        delete from relations where tenant_id = ${tenant} and id = any(array(select id from touched))`;
    }
  }
}

async function removeOf(database: Database, tenant: TenantId, nodeIds: readonly string[]): Promise<void> {
  if (nodeIds.length === 0) return;
  const nodes = uuids(nodeIds);
  await removeEdges(database, tenant, Prisma.sql`(from_id = any(${nodes}) or to_id = any(${nodes}))`);
}

async function removeLeading(
  database: Database,
  tenant: TenantId,
  { type, memoryId, entityIds }: { type: string; memoryId: string; entityIds: readonly string[] },
): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    with touched as (
      select id from relations
      where tenant_id = ${tenant} and from_id = ${memoryId}::uuid and type = ${type}
        and to_id = any(${uuids(entityIds)}) and from_type = 'memory' and to_type = 'entity'
      order by id for update
    )
    delete from relations where tenant_id = ${tenant} and id = any(array(select id from touched)) returning id`;
  return rows.map(({ id }) => id);
}

async function replacing(database: Database, tenant: TenantId, type: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return database.$queryRaw<ReplacingEdge[]>`${replacingEdges(tenant, type, ids)}`;
}

async function told(database: Database, tenant: TenantId, type: string, ids: readonly string[]): Promise<ToldBefore> {
  if (ids.length === 0) return { of: ids, earlier: [], among: [] };
  const [row] = await database.$queryRaw<[{ told: Omit<ToldBefore, 'of'> }]>`${toldBefore(tenant, type, ids)}`;
  return { of: ids, ...row.told };
}

async function partsReplacedBy(
  database: Database,
  tenant: TenantId,
  { type, ids, most }: { type: string; ids: readonly string[]; most: number },
) {
  if (ids.length === 0) return [];
  return database.$queryRaw<{ earlierId: string; laterId: string }[]>`
    select to_id as "earlierId", from_id as "laterId"
    from relations cross join lateral (
      select 1 from memories where ${living(tenant)} and id = to_id offset 0
    ) as memory
    where tenant_id = ${tenant} and from_id = any(${uuids(ids)}) and type = ${type}
      and from_type = 'memory' and to_type = 'memory' and metadata ->> 'part' = 'true'
    order by created_at, id limit ${most}::int`;
}

export const createRelationRepository = (database: Database, tenant: TenantId): RelationRepository => ({
  async add(relations) {
    if (relations.length === 0) return [];
    const added = await database.$queryRaw<{ id: string }[]>`
      ${inserting(tenant, relations)} on conflict do nothing returning id`;
    return added.map(({ id }) => id);
  },
  async put(relation) {
    const [row] = await database.$queryRaw<[RelationRecord]>`
      ${inserting(tenant, [relation])}
      on conflict (tenant_id, from_id, type, to_id, from_type, to_type) do update
      set weight = excluded.weight, metadata = excluded.metadata
      returning ${relationColumns}`;
    return row;
  },
  async get(id) {
    const row = await database.relation.findFirst({ where: { tenantId: tenant, id } });
    return row && toRecord(row);
  },
  page: (filter, request) =>
    pageOf<RelationRecord>(
      database,
      {
        table: Prisma.sql`relations`,
        columns: relationColumns,
        filter: passing(tenant, filter),
        order: byCreation,
        sortOrder: 'desc',
        free: { tenant, columns: [Prisma.sql`metadata`] },
      },
      request,
    ),
  async of(nodeId) {
    const where = { tenantId: tenant, OR: [{ fromId: nodeId }, { toId: nodeId }] };
    return (await database.relation.findMany({ where, orderBy: { id: 'asc' } })).map(toRecord);
  },
  async remove(id) {
    const { count } = await database.relation.deleteMany({ where: { tenantId: tenant, id } });
    return count > 0;
  },
  removeOf: (nodeIds) => removeOf(database, tenant, nodeIds),
  removeLeading: (type, memoryId, entityIds) => removeLeading(database, tenant, { type, memoryId, entityIds }),
  replacing: (type, memoryIds) => replacing(database, tenant, type, memoryIds),
  toldBefore: (type, memoryIds) => told(database, tenant, type, memoryIds),
  partsReplacedBy: (type, ids, most) => partsReplacedBy(database, tenant, { type, ids, most }),
  removeReplacing(type, memoryId) {
    return removeEdges(database, tenant, Prisma.sql`to_id = ${memoryId}::uuid and type = ${type} and ${wholeEdge}`);
  },
  hold: (nodes) => holdNodes(database, tenant, nodes),
  traverse: (request) => traverse(database, tenant, request),
});
