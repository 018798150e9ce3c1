import type { Log } from '@hippocamp/core/ports/log';
import type {
  ErasureRepository,
  LifecycleRepository,
  MemoryRepository,
  RelationRepository,
} from '@hippocamp/core/ports/records';
import type { Pool, QueryResultRow } from 'pg';

/** The embedded engine has no autovacuum, so statistics grow stale and deleted rows keep their space. */
export interface EmbeddedVacuum {
  noteWrites(rows: number): void;
  /** Rewrites the tables that held erased words, once nothing waits. */
  noteErased(): void;
  close(): Promise<void>;
}

/** Autovacuum's own threshold and share. */
const LEAST = 50;
const SHARE = 0.2;

/** A sample of 3,000 rows is enough, and takes a tenth of the time. */
const PREPARE = 'set default_statistics_target = 10; select pg_stat_force_next_flush()';

/** A tenant missing from the sample would be estimated at one row, and its rows read one by one. */
const NO_GUESSES = [
  ...['memories', 'outbox', 'memory_facts', 'memory_history', 'memory_context_sources'],
  ...['entities', 'events', 'relations', 'reviews'],
]
  .map((table) => `alter table public.${table} alter column tenant_id set statistics 0`)
  .join('; ');

const TABLES = `
  select format('%I.%I', changed.schemaname, changed.relname) as name, greatest(reltuples, 0)::float8 as rows,
    case when reltuples < 0 then greatest(n_live_tup, pg_relation_size(relid) / 400)
      else greatest(n_mod_since_analyze, n_dead_tup) end::float8 as changes
  from pg_stat_user_tables as changed join pg_class on pg_class.oid = relid`;

/**
 * After an import the indexes of rows that wait are mostly empty pages, which the planner counts. Others may have few rows
 * on a page by the length of their keys, and everybody waits while one is made again.
 */
const EMPTIED = `
  select format('%I.%I', schemaname, indexrelname) as name
  from pg_stat_user_indexes join pg_class on pg_class.oid = indexrelid
  where indexrelname in ('memories_unindexed_idx', 'outbox_due_idx', 'outbox_lease_idx', 'outbox_pkey')
    and relpages > 4 and relpages > reltuples / 20`;

/** One statement per borrowing, so that others wait no longer than that. */
async function ask<Row extends QueryResultRow>(pool: Pool, statement: string): Promise<Row[]> {
  const client = await pool.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    client.release();
  }
}

/** Returns the number of writes until the next look. */
async function vacuumChanged(pool: Pool): Promise<number> {
  await ask(pool, PREPARE);
  const tables = await ask<{ name: string; rows: number; changes: number }>(pool, TABLES);
  for (const { name, rows, changes } of tables) {
    // The catalogue has quoted the name.
    if (changes <= LEAST + SHARE * rows) continue;
    await ask(pool, `vacuum ${name}`);
    await ask(pool, `analyze ${name}`);
  }
  for (const { name } of await ask<{ name: string }>(pool, EMPTIED)) await ask(pool, `reindex index ${name}`);
  return LEAST + SHARE * Math.max(0, ...tables.map(({ rows }) => rows));
}

/**
 * Bytes of a table with its indexes, which are made anew with it. Smaller ones are rewritten within a second or two; larger
 * ones are only vacuumed, which leaves the erased bytes.
 */
const REWRITTEN = 64 * 1024 * 1024;

const holding = (most: number) => `
  select format('%I.%I', schemaname, relname) as name, pg_total_relation_size(relid) <= ${most} as "isSmall"
  from pg_stat_user_tables where n_dead_tup > 0`;

/** ms from the last erasure to its vacuum, and between two checks for an idle pool. */
const QUIET = 1_000;

/** Multiples of a vacuum's duration, so that repeated erasures do not block others. */
const REST = 20;

async function vacuumErased(pool: Pool, log: Log, rewritten: number): Promise<'done' | 'busy'> {
  const start = performance.now();
  await ask(pool, 'select pg_stat_force_next_flush()');
  const tables = await ask<{ name: string; isSmall: boolean }>(pool, holding(rewritten));
  for (const { name, isSmall } of tables) {
    if (isBusy(pool)) return 'busy';
    // The planner's samples of a table hold words too.
    await ask(pool, `delete from pg_statistic where starelid = '${name}'::regclass`);
    await ask(pool, `vacuum (${isSmall ? 'full, ' : ''}analyze) ${name}`);
  }
  await ask(pool, 'vacuum (full) pg_statistic');
  await ask(pool, 'checkpoint');
  const onlyVacuumed = tables.filter(({ isSmall }) => !isSmall).map(({ name }) => name);
  const fields = { tables: tables.length, milliseconds: Math.round(performance.now() - start) };
  log.info(
    { ...fields, ...(onlyVacuumed.length > 0 && { onlyVacuumed }) },
    'erased words were taken out of the files of tables',
  );
  return 'done';
}

const isBusy = (pool: Pool) => pool.waitingCount > 0 || pool.totalCount > pool.idleCount;

export function createEmbeddedVacuum(pool: Pool, log: Log, rewritten = REWRITTEN): EmbeddedVacuum {
  let writes = 0;
  let patience = LEAST;
  let running: Promise<void> | null = null;
  let closed = false;

  let first = true;

  const run = async () => {
    writes = 0;
    if (first) await ask(pool, NO_GUESSES);
    first = false;
    patience = await vacuumChanged(pool);
  };
  const start = () => {
    running = run()
      .catch((error: unknown) => log.warn({ error: String(error) }, 'The embedded database was not vacuumed.'))
      .finally(() => {
        running = null;
      });
  };

  let erased: NodeJS.Timeout | undefined;
  let restsUntil = 0;
  const vacuumLater = () => {
    clearTimeout(erased);
    const wait = Math.max(QUIET, restsUntil - performance.now());
    erased = setTimeout(() => {
      if (closed) return;
      if (running || isBusy(pool)) return vacuumLater();
      const start = performance.now();
      running = vacuumErased(pool, log, rewritten)
        .then((left) => {
          if (left === 'busy') vacuumLater();
        })
        .catch((error: unknown) => log.warn({ error: String(error) }, 'The embedded database was not vacuumed.'))
        .finally(() => {
          const end = performance.now();
          restsUntil = end + REST * (end - start);
          running = null;
        });
    }, wait);
    erased.unref();
  };

  start();
  return {
    noteErased: vacuumLater,
    noteWrites(rows) {
      writes += rows;
      if (writes >= patience && !running && !closed) start();
    },
    async close() {
      closed = true;
      clearTimeout(erased);
      await running;
    },
  };
}

export type Noting<Repository> = (repository: Repository, vacuum: EmbeddedVacuum) => Repository;

export const notingMemories: Noting<MemoryRepository> = (memories, vacuum) => ({
  ...memories,
  async insert(rows) {
    await memories.insert(rows);
    vacuum.noteWrites(rows.length);
  },
  async store(rows, history, times) {
    await memories.store(rows, history, times);
    vacuum.noteWrites(rows.length);
  },
  async markIndexed(rows) {
    const marked = await memories.markIndexed(rows);
    vacuum.noteWrites(rows.length);
    return marked;
  },
  async update(id, changes, at) {
    const updated = await memories.update(id, changes, at);
    vacuum.noteWrites(1);
    return updated;
  },
  async recordAccess(id, at, rules) {
    const accessed = await memories.recordAccess(id, at, rules);
    vacuum.noteWrites(1);
    return accessed;
  },
  async rewrite(rows, keys, at) {
    const rewritten = await memories.rewrite(rows, keys, at);
    vacuum.noteWrites(rows.length);
    return rewritten;
  },
  async supersede(rows, at) {
    const superseded = await memories.supersede(rows, at);
    vacuum.noteWrites(rows.length);
    return superseded;
  },
  async keepReadings(rows) {
    await memories.keepReadings(rows);
    vacuum.noteWrites(rows.length);
  },
});

export const notingErasure: Noting<ErasureRepository> = (erasure, vacuum) => ({
  ...erasure,
  async removeRelationsOf(nodeId, limit) {
    const removed = await erasure.removeRelationsOf(nodeId, limit);
    vacuum.noteErased();
    return removed;
  },
  async removeEverything(limit) {
    const removed = await erasure.removeEverything(limit);
    vacuum.noteErased();
    return removed;
  },
});

interface Inserting<Row, Stored> {
  insert(rows: readonly Row[]): Promise<Stored>;
}

export const notingInserts = <Row, Stored, Repository extends Inserting<Row, Stored>>(
  repository: Repository,
  vacuum: EmbeddedVacuum,
): Repository => ({
  ...repository,
  async insert(rows: readonly Row[]) {
    const stored = await repository.insert(rows);
    vacuum.noteWrites(rows.length);
    return stored;
  },
});

export const notingRelations: Noting<RelationRepository> = (relations, vacuum) => ({
  ...relations,
  async add(rows) {
    const added = await relations.add(rows);
    vacuum.noteWrites(rows.length);
    return added;
  },
  async put(row) {
    const stored = await relations.put(row);
    vacuum.noteWrites(1);
    return stored;
  },
});

export const notingLifecycle: Noting<LifecycleRepository> = (lifecycle, vacuum) => ({
  ...lifecycle,
  async dropPlans(kept) {
    const removed = await lifecycle.dropPlans(kept);
    vacuum.noteWrites(removed);
    return removed;
  },
});
