import { inParts } from '@hippocamp/core/modules/in-parts';
import type { Records, RetentionKind } from '@hippocamp/core/ports/records';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';
import { bytesIn, fittingRows, REMOVED_BYTES } from './fitting-rows.js';

interface Kept {
  table: string;
  /** The time from which its age counts. */
  at: Prisma.Sql;
  condition?(before: Date): Prisma.Sql;
  /** The columns that make its rows long. */
  long: readonly string[];
}

/**
 * Kept by its memories, by those that cite it, and by an ingest that may read it. An import brings all of them after the
 * text. A client's own artifacts stay.
 */
const unusedArtifact = (before: Date) => Prisma.sql`ingest_trace_id is not null
and (imported_at is null or imported_at < ${before}::timestamptz) and not exists (
  select from memories
  where memories.tenant_id = kept.tenant_id and source_artifact_id = kept.id and memories.deleted_at is null
) and not exists (
  select from memory_context_sources where memory_context_sources.tenant_id = kept.tenant_id and source_id = kept.id
) and not exists (
  select from ingests
  where ingests.tenant_id = kept.tenant_id and artifact_id = kept.id and ingests.state <> 'done'
)`;

/** The age of an ingest or a run counts from its end, since its answer can be read from then on. */
const kinds: Record<RetentionKind, Kept> = {
  idempotencyKeys: { table: 'idempotency_keys', at: Prisma.sql`created_at`, long: ['result', 'mentions'] },
  ingests: {
    table: 'ingests',
    at: Prisma.sql`finished_at`,
    long: ['request', 'told', 'content', 'candidates', 'outcomes', 'result', 'summary'],
  },
  reviews: { table: 'reviews', at: Prisma.sql`created_at`, long: ['candidate', 'other_ids'] },
  artifacts: {
    table: 'artifacts',
    at: Prisma.sql`created_at`,
    condition: unusedArtifact,
    long: ['content', 'metadata'],
  },
  history: { table: 'memory_history', at: Prisma.sql`at`, long: ['before', 'after'] },
  events: { table: 'events', at: Prisma.sql`created_at`, long: ['payload', 'tags'] },
  lifecycleRuns: { table: 'lifecycle_runs', at: Prisma.sql`completed_at`, long: ['summary', 'errors'] },
  dryRuns: {
    table: 'lifecycle_runs',
    at: Prisma.sql`completed_at`,
    condition: () => Prisma.sql`dry_run`,
    long: ['summary', 'errors'],
  },
};

const aged = ({ at, condition }: Kept, before: Date) =>
  Prisma.sql`${at} < ${before}::timestamptz ${condition ? Prisma.sql`and ${condition(before)}` : Prisma.empty}`;

/** Rows of one statement. Small, so that nobody waits long. */
const CHUNK = 1000;

async function pruneRows(database: Database, kept: Kept, before: Date): Promise<number> {
  const table = Prisma.raw(kept.table);
  const bounds = { rows: CHUNK, most: REMOVED_BYTES };
  const next = fittingRows({ table, condition: aged(kept, before), bytes: bytesIn(kept.long), ...bounds });
  let removed = 0;
  for (;;) {
    const count = await database.$executeRaw`
      delete from ${table} where (tableoid, ctid) in (select place, row from (${next}) as next)`;
    if (count === 0) return removed;
    removed += count;
  }
}

interface Place {
  tenant: string;
  id: string;
}

/** `row` is where the row lies. It lies elsewhere once it is changed, such as by being read again. */
type ArtifactPlace = Place & { createdAt: Date; row: string; bytes: number };

const asArrays = (places: readonly Place[]) => Prisma.sql`
  unnest(${places.map(({ tenant }) => tenant)}::text[], ${places.map(({ id }) => id)}::uuid[])`;

async function nextArtifacts(database: Database, { long }: Kept, before: Date, last: ArtifactPlace | undefined) {
  const beyond = last
    ? Prisma.sql`and (created_at, tenant_id, id) > (${last.createdAt}::timestamptz, ${last.tenant}, ${last.id}::uuid)`
    : Prisma.empty;
  return database.$queryRaw<ArtifactPlace[]>`
    select tenant_id as tenant, id, created_at as "createdAt", ctid::text as row, ${bytesIn(long)} as bytes
    from artifacts
    where ingest_trace_id is not null and created_at < ${before}::timestamptz ${beyond}
    order by created_at, tenant_id, id limit ${CHUNK}`;
}

/** Most old ones are kept, so each is looked at once. */
async function pruneArtifacts(database: Database, kept: Kept, before: Date): Promise<number> {
  let removed = 0;
  for (let last: ArtifactPlace | undefined; ; ) {
    const found: ArtifactPlace[] = await nextArtifacts(database, kept, before, last);
    last = found.at(-1);
    if (!last) return removed;
    for (const part of inParts(found, { units: REMOVED_BYTES, unitsOf: ({ bytes }) => bytes })) {
      removed += await database.$executeRaw`
        delete from artifacts as kept where ctid = any(${part.map(({ row }) => row)}::text[]::tid[])
          and ${aged(kept, before)}`;
    }
  }
}

/** Answers their number. */
export async function removeActions(database: Database, { tenant, id }: Place): Promise<number> {
  let removed = 0;
  let count: number;
  do {
    count = await database.$executeRaw`
      delete from lifecycle_actions where (tableoid, ctid) in (
        select tableoid, ctid from lifecycle_actions where tenant_id = ${tenant} and run_id = ${id}::uuid limit ${CHUNK}
      )`;
    removed += count;
  } while (count === CHUNK);
  return removed;
}

/** A run may have 100,000 actions, which would all go with it in one statement. */
async function pruneRuns(database: Database, kept: Kept, before: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const runs = await database.$queryRaw<(Place & { bytes: number })[]>`
      select tenant_id as tenant, id, ${bytesIn(kept.long)} as bytes from lifecycle_runs
      where ${aged(kept, before)} order by completed_at limit ${CHUNK}`;
    for (const run of runs) await removeActions(database, run);
    for (const part of inParts(runs, { units: REMOVED_BYTES, unitsOf: ({ bytes }) => bytes })) {
      removed += await database.$executeRaw`
        delete from lifecycle_runs as ended using ${asArrays(part)} as found (tenant_id, id)
        where ended.tenant_id = found.tenant_id and ended.id = found.id`;
    }
    if (runs.length < CHUNK) return removed;
  }
}

function pruneKind(database: Database, kind: RetentionKind, before: Date): Promise<number> {
  const kept = kinds[kind];
  if (kind === 'artifacts') return pruneArtifacts(database, kept, before);
  return (kept.table === 'lifecycle_runs' ? pruneRuns : pruneRows)(database, kept, before);
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

export const createRetention = (database: Database): Pick<Records, 'prune' | 'rowEstimates'> => ({
  async prune(before) {
    const removed: Partial<Record<RetentionKind, number>> = {};
    for (const [kind, time] of Object.entries(before) as [RetentionKind, Date | undefined][])
      if (time) removed[kind] = await pruneKind(database, kind, time);
    return removed;
  },
  rowEstimates: () => rowEstimates(database),
});
