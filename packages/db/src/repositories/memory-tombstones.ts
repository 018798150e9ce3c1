import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { type Database, uuids } from './database.js';
import { insertJobs } from './outbox.js';

export interface Buried {
  buried: string[];
  changed: string[];
  artifactIds: string[];
}

/** True: named; false: its context holds their text; null: distilled from them, locked in the order of ids. */
const concerned = (tenant: TenantId, ids: Prisma.Sql, others: Prisma.Sql) => Prisma.sql`
  select id, true as named from unnest(${ids}) as id
  union all
  (
    select memory_id, false from memory_context_sources
    where tenant_id = ${tenant} and source_id = any(${ids}) and memory_id <> all(${ids})
    union
    select id, false from unnest(${others}) as id where id <> all(${ids})
  )
  union all
  select distinct memory_id, null::boolean from memory_distil_sources
  where tenant_id = ${tenant} and source_id = any(${ids}) and memory_id <> all(${ids})
  order by id`;

/** Locked in one order against deadlocks; by key, as `memoriesById`. */
const affectedRows = (tenant: TenantId, ids: Prisma.Sql, others: Prisma.Sql) => Prisma.sql`
  select memory.id, concerned.named from (${concerned(tenant, ids, others)}) as concerned
  cross join lateral (
    select id, deleted_at, context from memories where tenant_id = ${tenant} and id = concerned.id
    offset 0 for update
  ) as memory
  where memory.deleted_at is null and (concerned.named or memory.context is not null)`;

const tombstones = (tenant: TenantId, at: Date) => Prisma.sql`
  update memories
  set deleted_at = ${at}::timestamptz, updated_at = ${at}::timestamptz, version = version + 1, content = '',
    context = null, speaker = null, tags = '{}', metadata = '{}', provenance = null, due_at = null, content_hash = '', word_keys = '{}',
    marks = '{}', language = null, reading = null, span_start = null, span_end = null
  where tenant_id = ${tenant} and id = any(array(select id from affected where named))
  returning id, source_artifact_id`;

const emptiedContexts = (tenant: TenantId, at: Date) => Prisma.sql`
  update memories set context = null, updated_at = ${at}::timestamptz, version = version + 1
  where tenant_id = ${tenant} and id = any(array(select id from affected where not named))
  returning id`;

/** A remaining memory keeps its cited texts: its content may hold their words too. */
const withoutSourcesOfContext = (tenant: TenantId) => Prisma.sql`
  delete from memory_context_sources
  where tenant_id = ${tenant} and memory_id = any(array(select id from affected)) and (
    memory_id = any(array(select id from affected where named))
    or not exists (select from artifacts where artifacts.tenant_id = ${tenant} and artifacts.id = source_id)
  )`;

/** One statement, so all or nothing. */
export async function writeTombstones(
  database: Database,
  tenant: TenantId,
  given: readonly string[],
  at: Date,
  contextsOf: readonly string[] = [],
): Promise<Buried> {
  if (given.length === 0) return { buried: [], changed: [], artifactIds: [] };
  const ids = uuids(given);
  const [row] = await database.$queryRaw<[Buried]>`
    with affected as (${affectedRows(tenant, ids, uuids(contextsOf))}),
    buried as (${tombstones(tenant, at)}),
    changed as (${emptiedContexts(tenant, at)}),
    without_source as (
      delete from memory_context_sources where tenant_id = ${tenant} and source_id = any(${ids})
    ), without_context as (
      ${withoutSourcesOfContext(tenant)}
    ), without_distilled as (
      delete from memory_distil_sources
      where tenant_id = ${tenant} and memory_id = any(array(select id from buried))
    ), without_facts as (
      delete from memory_facts where tenant_id = ${tenant} and memory_id = any(array(select id from buried))
    ), without_vectors as (
      delete from memory_vectors where tenant_id = ${tenant} and memory_id = any(array(select id from affected))
    ), enqueued as (
      ${insertJobs(tenant, Prisma.sql`select 'index', id::text from affected`, at, at)}
    )
    select
      (select coalesce(json_agg(id order by id), '[]') from buried) as buried,
      (select coalesce(json_agg(id order by id), '[]') from changed) as changed,
      (
        select coalesce(json_agg(distinct source_artifact_id), '[]') from buried where source_artifact_id is not null
      ) as "artifactIds"`;
  return row;
}

export async function emptyContexts(
  database: Database,
  tenant: TenantId,
  sourceIds: readonly string[],
  at: Date,
  contextsOf: readonly string[],
): Promise<string[]> {
  const [row] = await database.$queryRaw<[{ changed: string[] }]>`
    with affected as (
      select memory.id, false as named from (
        select memory_id as id from memory_context_sources
        where tenant_id = ${tenant} and source_id = any(${uuids(sourceIds)})
        union
        select id from unnest(${uuids(contextsOf)}) as id
        order by id
      ) as concerned
      cross join lateral (
        select id, deleted_at, context from memories where tenant_id = ${tenant} and id = concerned.id
        offset 0 for update
      ) as memory
      where memory.deleted_at is null and memory.context is not null
    ),
    changed as (${emptiedContexts(tenant, at)}),
    without_context as (
      ${withoutSourcesOfContext(tenant)}
    ), without_vectors as (
      delete from memory_vectors where tenant_id = ${tenant} and memory_id = any(array(select id from affected))
    ), enqueued as (
      ${insertJobs(tenant, Prisma.sql`select 'index', id::text from affected`, at, at)}
    )
    select coalesce(json_agg(id order by id), '[]') as changed from changed`;
  return row.changed;
}
