import type { Records, RetentionKind } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { beyond, type Database } from './database.js';
import { markUnindexed } from './memory-indexing.js';

interface Kept {
  table: string;
  madeAt: Prisma.Sql;
  condition(before: Date): Prisma.Sql;
}

const always = () => Prisma.sql`true`;

/** Age counts from the end, when the answer can be read. */
const endedBefore = (endedAt: Prisma.Sql) => (before: Date) => Prisma.sql`${endedAt} < ${before}::timestamptz`;

/** Kept by its memories, by those that cite it, and by an ingest that may read it. A client's own artifacts stay. */
const unusedArtifact = () => Prisma.sql`ingest_trace_id is not null and not exists (
  select from memories
  where memories.tenant_id = kept.tenant_id and source_artifact_id = kept.id and memories.deleted_at is null
) and not exists (
  select from memory_context_sources where memory_context_sources.tenant_id = kept.tenant_id and source_id = kept.id
) and not exists (
  select from ingests
  where ingests.tenant_id = kept.tenant_id and artifact_id = kept.id and ingests.state <> 'done'
)`;

const kinds: Record<RetentionKind, Kept> = {
  idempotencyKeys: { table: 'idempotency_keys', madeAt: Prisma.sql`created_at`, condition: always },
  ingests: { table: 'ingests', madeAt: Prisma.sql`created_at`, condition: endedBefore(Prisma.sql`finished_at`) },
  reviews: { table: 'reviews', madeAt: Prisma.sql`created_at`, condition: always },
  artifacts: { table: 'artifacts', madeAt: Prisma.sql`created_at`, condition: unusedArtifact },
  history: { table: 'memory_history', madeAt: Prisma.sql`at`, condition: always },
  events: { table: 'events', madeAt: Prisma.sql`created_at`, condition: always },
  lifecycleRuns: {
    table: 'lifecycle_runs',
    madeAt: Prisma.sql`created_at`,
    condition: endedBefore(Prisma.sql`completed_at`),
  },
  dryRuns: {
    table: 'lifecycle_runs',
    madeAt: Prisma.sql`created_at`,
    condition: (before) => Prisma.sql`dry_run and ${endedBefore(Prisma.sql`completed_at`)(before)}`,
  },
};

/** Small, so that nobody waits long. A run's details go with it, so runs go in fewer. */
const CHUNK = 1000;
const RUNS = 5;

async function pruneKind(database: Database, kind: RetentionKind, before: Date): Promise<number> {
  const { table, madeAt, condition } = kinds[kind];
  const name = Prisma.raw(table);
  const limit = table === 'lifecycle_runs' ? RUNS : CHUNK;
  let removed = 0;
  for (;;) {
    const count = await database.$executeRaw`
      delete from ${name} where (tableoid, ctid) in (
        select tableoid, ctid from ${name} as kept
        where ${madeAt} < ${before}::timestamptz and ${condition(before)} limit ${limit}
      )`;
    removed += count;
    if (count < limit) return removed;
  }
}

/** Estimated by the planner, or by the counters where it has none yet. */
async function rowEstimates(database: Database): Promise<Record<RetentionKind, number>> {
  const rows = await database.$queryRaw<{ name: string; rows: number }[]>`
    select changed.relname as name, greatest(case when reltuples < 0 then n_live_tup else reltuples end, 0)::float8 as rows
    from pg_stat_user_tables as changed join pg_class on pg_class.oid = relid
    where changed.schemaname = 'public'`;
  const byTable = new Map(rows.map(({ name, rows: count }) => [name, count]));
  const entries = Object.entries(kinds).map(([kind, { table }]) => [kind, byTable.get(table) ?? 0]);
  return Object.fromEntries(entries) as Record<RetentionKind, number>;
}

const createRetention = (database: Database): Pick<Records, 'prune' | 'rowEstimates'> => ({
  async prune(before) {
    const removed: Partial<Record<RetentionKind, number>> = {};
    for (const [kind, time] of Object.entries(before) as [RetentionKind, Date | undefined][])
      if (time) removed[kind] = await pruneKind(database, kind, time);
    return removed;
  },
  rowEstimates: () => rowEstimates(database),
});

/** Rows counted exactly, in some milliseconds; beyond it the planner's estimate counts. */
const COUNTED = 50_000;

/** The estimate of a partial index; at least the count, since the table may have grown. */
const orEstimate = (counted: Prisma.Sql, most: number, index: Prisma.Sql) => Prisma.sql`
  case when ${counted} < ${most} then ${counted}
    else greatest(${counted}, (select reltuples from pg_class where oid = ${index}::regclass)) end::float8`;

/** The order of the index keeps the planner from searching the whole table for unindexed rows. */
export async function countAllMemories(database: Database, most = COUNTED): ReturnType<Records['counts']> {
  const [row] = await database.$queryRaw<[{ memories: number; unindexed: number }]>`
    with living as materialized (
      select count(*) as counted from (select from memories where deleted_at is null limit ${most}) as few
    ), waiting as materialized (
      select count(*) as counted from (
        select from memories where indexed_version < version order by tenant_id, id limit ${most}
      ) as few
    )
    select ${orEstimate(Prisma.sql`living.counted`, most, Prisma.sql`'memories_created_idx'`)} as memories,
      ${orEstimate(Prisma.sql`waiting.counted`, most, Prisma.sql`'memories_unindexed_idx'`)} as unindexed
    from living, waiting`;
  return row;
}

/** Small enough for the statement timeout and for those that wait for the locks. */
const PART = 500;
const TENANTS = 100;

/** Includes tenants whose memories are all deleted. */
async function tenants(database: Database, after: TenantId | null, limit: number): Promise<TenantId[]> {
  const rows = await database.$queryRaw<{ tenant: TenantId }[]>`
    with recursive writers as (
      (select tenant_id from memories where tenant_id > ${after ?? ''} order by tenant_id, id limit 1)
      union all
      select next.tenant_id from writers cross join lateral (
        select tenant_id from memories where tenant_id > writers.tenant_id order by tenant_id, id limit 1
      ) as next
    )
    select tenant_id as tenant from (
      (select tenant_id from writers limit ${limit})
      union
      (
        select tenant_id from tenant_vocabularies where tenant_id > ${after ?? ''}
        order by tenant_id limit ${limit}
      )
    ) as known
    order by tenant_id limit ${limit}`;
  return rows.map(({ tenant }) => tenant);
}

const livingIds = async (database: Database, tenant: TenantId, after: string | null): Promise<string[]> => {
  const rows = await database.$queryRaw<{ id: string }[]>`
    select id from memories where tenant_id = ${tenant} and deleted_at is null ${beyond(after)} order by id limit ${PART}`;
  return rows.map(({ id }) => id);
};

async function reindexTenant(database: Database, tenant: TenantId, at: Date): Promise<number> {
  let count = 0;
  for (let last: string | undefined | null = null; last !== undefined; ) {
    const ids: string[] = await livingIds(database, tenant, last);
    await markUnindexed(database, tenant, ids, at);
    count += ids.length;
    last = ids.at(-1);
  }
  return count;
}

async function reindexAll(database: Database, at: Date): Promise<number> {
  let count = 0;
  for (let last: TenantId | undefined | null = null; last !== undefined; ) {
    const page: TenantId[] = await tenants(database, last, TENANTS);
    for (const tenant of page) count += await reindexTenant(database, tenant, at);
    last = page.at(-1);
  }
  return count;
}

/** Locks only the rows it takes, and skips those that another process took meanwhile. */
async function takeIndexChecks(database: Database, limit: number, at: Date): Promise<TenantId[]> {
  const rows = await database.$queryRaw<{ tenant: TenantId }[]>`
    with longest as materialized (
      select tenant_id, index_checked_at from tenant_vocabularies order by index_checked_at, tenant_id limit ${limit}
    ), free as (
      select tenant_id from tenant_vocabularies as present join longest using (tenant_id, index_checked_at)
      for update of present skip locked
    )
    update tenant_vocabularies set index_checked_at = ${at}::timestamptz
    where tenant_id = any(array(select tenant_id from free))
    returning tenant_id as tenant`;
  return rows.map(({ tenant }) => tenant);
}

export function createUpkeep(
  database: Database,
): Pick<Records, 'reindexAll' | 'tenants' | 'takeIndexChecks' | 'prune' | 'rowEstimates' | 'tenantsDue' | 'counts'> {
  return {
    ...createRetention(database),
    reindexAll: (at) => reindexAll(database, at),
    tenants: (after, limit) => tenants(database, after, limit),
    takeIndexChecks: (limit, at) => takeIndexChecks(database, limit, at),
    async tenantsDue(now, after, limit) {
      const rows = await database.$queryRaw<{ tenant: TenantId }[]>`
        select distinct tenant_id as tenant from memories
        where due_at <= ${now}::timestamptz and due_at is not null and deleted_at is null
          and tenant_id > ${after ?? ''}
        order by tenant_id limit ${limit}`;
      return rows.map(({ tenant }) => tenant);
    },
    counts: () => countAllMemories(database),
  };
}
