import type { Records, RetentionKind } from '@hippocamp/core/ports/records';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';

interface Kept {
  table: string;
  /** When a row was made. */
  madeAt: Prisma.Sql;
  /** Besides being made before the time. */
  condition(before: Date): Prisma.Sql;
}

const always = () => Prisma.sql`true`;

/** What took long is kept as long as what was quick: its time begins when it ended, which is when its answer can be read. */
const endedBefore = (endedAt: Prisma.Sql) => (before: Date) => Prisma.sql`${endedAt} < ${before}::timestamptz`;

/** Its own memories and those that cite it keep an artifact, and so does an ingest that may read it yet; what a client made is the client's. */
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

/** Short enough that nobody waits for it. A run's details go with it, so fewer of these. */
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

/** The statistics of the planner, or of the counters where it has none yet. */
async function rowEstimates(database: Database): Promise<Record<RetentionKind, number>> {
  const rows = await database.$queryRaw<{ name: string; rows: number }[]>`
    select changed.relname as name, greatest(case when reltuples < 0 then n_live_tup else reltuples end, 0)::float8 as rows
    from pg_stat_user_tables as changed join pg_class on pg_class.oid = relid
    where changed.schemaname = 'public'`;
  const byTable = new Map(rows.map(({ name, rows: count }) => [name, count]));
  const entries = Object.entries(kinds).map(([kind, { table }]) => [kind, byTable.get(table) ?? 0]);
  return Object.fromEntries(entries) as Record<RetentionKind, number>;
}

export const createRetention = (database: Database): Pick<Records, 'prune' | 'rowEstimates'> => ({
  async prune(before) {
    const removed: Partial<Record<RetentionKind, number>> = {};
    for (const [kind, time] of Object.entries(before) as [RetentionKind, Date | undefined][])
      if (time) removed[kind] = await pruneKind(database, kind, time);
    return removed;
  },
  rowEstimates: () => rowEstimates(database),
});
