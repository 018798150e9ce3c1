import type { GraphNode, RelationRecord, TraversalRecord, TraversalRequest } from '@hippocamp/core/ports/records';
import type { Mark, TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';

export const relationColumns = Prisma.sql`
  id, type, from_type as "fromType", from_id as "fromId", to_type as "toType", to_id as "toId", weight, metadata,
  created_at as "createdAt"`;

/** Bounds the time of a traversal over nodes with many relations. */
const RELATIONS_READ = 10_000;
const LABEL_LENGTH = 80;
/** Some thousand relations, or fewer large ones. */
const RELATION_BYTES = 1024 * 1024;
/** Bytes of a relation besides its type and metadata. */
const BARE_BYTES = 350;

/** For example "0195…/memory": the same id may stand for nodes of two types. */
const keyOf = ({ type, id }: GraphNode) => `${id}/${type}`;
const nodeId = Prisma.sql`split_part(node.key, '/', 1)::uuid`;
const nodeType = Prisma.sql`split_part(node.key, '/', 2)`;

/** The owner of a memory or a raw text; null for one that nobody owns or that is not there. One look by key. */
const ownerOf = (tenant: TenantId, type: Prisma.Sql, id: Prisma.Sql): Prisma.Sql => Prisma.sql`
  case ${type}
    when 'memory' then (select owner_entity_id from memories where tenant_id = ${tenant} and id = ${id})
    when 'artifact' then (select owner_entity_id from artifacts where tenant_id = ${tenant} and id = ${id})
  end`;

const seen = (tenant: TenantId, owner: string | undefined, type: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  owner === undefined ? Prisma.sql`true` : Prisma.sql`coalesce((${ownerOf(tenant, type, id)}) = ${owner}::uuid, true)`;

const exists = (tenant: TenantId, { start, owner }: TraversalRequest): Prisma.Sql => {
  const isSeen = seen(tenant, owner, Prisma.sql`${start.type}`, Prisma.sql`${start.id}::uuid`);
  if (start.type === 'artifact') return isSeen;
  if (start.type === 'entity')
    return Prisma.sql`exists (select from entities where tenant_id = ${tenant} and id = ${start.id}::uuid)`;
  return Prisma.sql`${isSeen} and exists (
    select from memories where tenant_id = ${tenant} and id = ${start.id}::uuid and deleted_at is null
  )`;
};

/**
 * Leaves out memories and raw texts of others before nodes are counted. The relations to them have been read by then,
 * and count against the allowance.
 */
const seenOnly = (tenant: TenantId, { owner }: TraversalRequest): Prisma.Sql =>
  Prisma.sql`where visited or ${seen(tenant, owner, nodeType, nodeId)}`;

/** `own` is false for those of a node of another type with the same id, which count too: they are read to tell. */
const relationsOfNode = (tenant: TenantId, request: TraversalRequest): Prisma.Sql => {
  const ofType = request.type === undefined ? Prisma.empty : Prisma.sql`and type = ${request.type}`;
  const outgoing = Prisma.sql`
    select id, to_id || '/' || to_type as other, from_type = ${nodeType} as own from relations
    where tenant_id = ${tenant} and from_id = ${nodeId} ${ofType}`;
  const incoming = Prisma.sql`
    select id, from_id || '/' || from_type as other, to_type = ${nodeType} as own from relations
    where tenant_id = ${tenant} and to_id = ${nodeId} ${ofType}`;
  if (request.direction === 'both') return Prisma.sql`${outgoing} union all ${incoming}`;
  return Prisma.sql`${request.direction === 'outgoing' ? outgoing : incoming} offset 0`;
};

/** A single pass over what was read, without a join. */
const step = (tenant: TenantId, request: TraversalRequest) => Prisma.sql`
  with touched as materialized (
    select relation.id, relation.other, relation.own from unnest(levels.found) as node (key)
    cross join lateral (${relationsOfNode(tenant, request)}) as relation
    limit levels.allowance + 1
  ), met as (
    select other as key, id, false as visited from touched where own
    union all
    select key, null, true from unnest(levels.visited) as node (key)
  ), reached as (
    select key, bool_or(visited) as visited, array_agg(id) filter (where id is not null) as relations from met group by key
  ), ranked as (
    select *, row_number() over (partition by visited order by key) + cardinality(levels.visited) as place
    from reached as node ${seenOnly(tenant, request)}
  ), kept as (
    select * from ranked where visited or place <= ${request.limit}::int
  )
  select array(select key from kept where not visited order by key) as found,
    array(select unnest(relations) from kept) as followed,
    (select count(*)::int from touched) as read,
    (select count(*) from kept) < (select count(*) from ranked)
      or (select count(*) from touched) > levels.allowance as more`;

/** Each row knows all visited nodes, so cycles end. The allowance bounds the relations read. */
const levels = (tenant: TenantId, request: TraversalRequest) => Prisma.sql`
  select 0, array[start.key], array[start.key], array[]::uuid[], ${RELATIONS_READ}::int, false
  from (select ${keyOf(request.start)}::text collate "C" as key) as start
  where ${exists(tenant, request)}
  union all
  select levels.depth + 1, step.found, levels.visited || step.found, step.followed, levels.allowance - step.read, step.more
  from levels cross join lateral (${step(tenant, request)}) as step
  where levels.depth < ${request.depth}::int and cardinality(levels.found) > 0 and not levels.more`;

/** Looked up by key, as `memoriesById` does. */
const labelled = (tenant: TenantId) => Prisma.sql`
  select depth, place, ${nodeId} as id, ${nodeType} as type,
    coalesce(entity.name, memory.beginning) as label, nullif(memory.marks, '{}') as marks
  from levels cross join lateral unnest(levels.found) with ordinality as node (key, place)
  left join lateral (
    select id, name from entities where tenant_id = ${tenant} and id = ${nodeId} offset 0
  ) as entity on ${nodeType} = 'entity'
  left join lateral (
    select id, marks, left(content, ${LABEL_LENGTH}::int) as beginning
    from memories where tenant_id = ${tenant} and id = ${nodeId} and deleted_at is null offset 0
  ) as memory on ${nodeType} = 'memory'
  where ${nodeType} = 'artifact' or entity.id is not null or memory.id is not null`;

/** Relations that are measured together. */
const STEP = 32;
const MEASURED = Prisma.sql`octet_length(metadata::text) + octet_length(type) + ${BARE_BYTES}::int`;

/** In order, the relations that fit by their stored size, which needs no reading, but may be compressed. */
const fitting = (tenant: TenantId) => Prisma.sql`
  followed as (
    select followed_id, min(depth) as depth from levels cross join lateral unnest(levels.followed) as followed_id
    group by followed_id
  ), kept as (
    select followed_id, depth, sum(size) over (order by depth, followed_id) as bytes
    from followed cross join lateral (
      select pg_column_size(metadata) + octet_length(type) + ${BARE_BYTES}::int as size
      from relations where tenant_id = ${tenant} and id = followed_id offset 0
    ) as relation
  ), fitting as materialized (
    select coalesce(array_agg(followed_id order by depth, followed_id), '{}') as ids
    from kept where bytes <= ${RELATION_BYTES}::int
  )`;

/** Measured step by step, since that reads them, until they are more than are shown. */
const followed = (tenant: TenantId) => Prisma.sql`
  ${fitting(tenant)}, steps (step, bytes) as (
    select 0, 0::bigint
    union all
    select step + 1, steps.bytes + together.bytes
    from steps cross join fitting cross join lateral (
      select coalesce(sum(size), 0)::bigint as bytes
      from unnest(fitting.ids[step * ${STEP}::int + 1 : (step + 1) * ${STEP}::int]) as fitting_id
      cross join lateral (
        select ${MEASURED} as size from relations where tenant_id = ${tenant} and id = fitting_id offset 0
      ) as relation
    ) as together
    where steps.bytes <= ${RELATION_BYTES}::int and step * ${STEP}::int < cardinality(fitting.ids)
  ), measured as (
    select relation.*, sum(${MEASURED}) over (order by place) as bytes
    from fitting cross join lateral unnest(fitting.ids[1 : (select max(step) from steps) * ${STEP}::int])
      with ordinality as given (fitting_id, place)
    cross join lateral (
      select ${relationColumns} from relations where tenant_id = ${tenant} and id = fitting_id offset 0
    ) as relation
  ), shown as (
    select * from measured where bytes <= ${RELATION_BYTES}::int
  )`;

const selectTraversal = (tenant: TenantId, request: TraversalRequest) => Prisma.sql`
  with recursive levels (depth, found, visited, followed, allowance, more) as (${levels(tenant, request)}),
    ${followed(tenant)}
  select
    (
      select json_agg(json_build_object('type', type, 'id', id, 'depth', depth, 'label', label, 'marks', marks) order by depth, place)
      from (${labelled(tenant)}) as node
    ) as nodes,
    (
      select coalesce(json_agg(to_jsonb(shown) - 'bytes' order by id), '[]') from shown
    ) as relations,
    (select coalesce(bool_or(more), false) from levels) or (select count(*) from shown) < (select count(*) from kept)
      as truncated`;

interface Row {
  nodes: (Omit<TraversalRecord['nodes'][number], 'marks'> & { marks: Mark[] | null })[] | null;
  relations: (Omit<RelationRecord, 'createdAt'> & { createdAt: string })[];
  truncated: boolean;
}

export async function traverse(
  database: Database,
  tenant: TenantId,
  request: TraversalRequest,
): Promise<TraversalRecord | null> {
  const [{ nodes, relations, truncated }] = await database.$queryRaw<[Row]>(selectTraversal(tenant, request));
  if (!nodes) return null;
  const dated = relations.map((relation) => ({ ...relation, createdAt: new Date(relation.createdAt) }));
  return {
    nodes: nodes.map(({ marks, ...node }) => (marks ? { ...node, marks } : node)),
    relations: dated,
    truncated,
  };
}
