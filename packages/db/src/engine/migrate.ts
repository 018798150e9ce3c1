import type { ClientBase, Pool } from 'pg';
import { hasChecksum, type MigrationFile, readMigrationFiles } from './migration-files.js';
import {
  createMigrationTable,
  type MigrationRow,
  readMigrationRows,
  recordApplied,
  recordFailed,
} from './migration-table.js';

/** The key that Prisma Migrate locks with, so that the two keep out of each other's way. */
const LOCK_KEY = 72707369;

/** A migration takes as long as it takes, and so does waiting for the one that another process applies. */
const WITHOUT_HASTE = 'SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0';
const patient = (text: string) => ({ text, query_timeout: 2 ** 31 - 1 });

const refusals = {
  failed: ({ name, startedAt, logs }: MigrationRow) =>
    `The migration ${name} failed at ${startedAt.toISOString()}; nothing of it was kept. Remove the cause, run "prisma migrate resolve --rolled-back ${name}" or set rolled_back_at on its row in _prisma_migrations, and start again. It said: ${logs ?? 'nothing'}`,
  changed: ({ name }: MigrationRow) =>
    `The migration ${name} was changed after this database applied it. Put its file back as it was, and make the change as a migration of its own.`,
  unknown: ({ name }: MigrationRow) =>
    `This database has the migration ${name}, which this program does not know: a newer one has used it. Start that one, or use another database.`,
};

function refuse(row: MigrationRow, files: ReadonlyMap<string, MigrationFile>): void {
  const file = files.get(row.name);
  if (!row.finished) throw new Error(refusals.failed(row));
  if (!file) throw new Error(refusals.unknown(row));
  if (!hasChecksum(file, row.checksum)) throw new Error(refusals.changed(row));
}

/** What is left to apply; rejects where this program and this database do not belong together. */
function pending(rows: readonly MigrationRow[], files: readonly MigrationFile[]): MigrationFile[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  for (const row of rows) refuse(row, byName);
  const applied = new Set(rows.map(({ name }) => name));
  return files.filter(({ name }) => !applied.has(name));
}

/** What the server said of the error, in the words that Prisma uses. */
function describe(error: unknown): string {
  const { code, message, position } = error as { code?: string; message: string; position?: string };
  const lines = [`Database error code: ${code ?? 'none'}`, `Database error: ${message}`];
  return [...lines, ...(position ? [`Position: ${position}`] : [])].join('\n');
}

/**
 * The row is written with the work: a process that is killed on the way leaves neither, and the next one starts afresh.
 * The script goes as one message, so that function bodies keep their semicolons.
 */
async function apply(client: ClientBase, file: MigrationFile): Promise<void> {
  const startedAt = new Date();
  try {
    await client.query('BEGIN');
    await client.query(WITHOUT_HASTE);
    await client.query(patient(file.script));
    await recordApplied(client, file, startedAt);
    await client.query('COMMIT');
  } catch (error) {
    await noteFailure(client, file, startedAt, describe(error)).catch(() => undefined);
    throw new Error(`The migration ${file.name} failed; nothing of it was kept. ${describe(error)}`, { cause: error });
  }
}

async function noteFailure(client: ClientBase, file: MigrationFile, startedAt: Date, logs: string): Promise<void> {
  await client.query('ROLLBACK');
  await recordFailed(client, file, startedAt, logs);
}

/** Waits as long as another process migrates. */
async function lock(client: ClientBase): Promise<void> {
  await client.query('BEGIN');
  await client.query(WITHOUT_HASTE);
  await client.query(patient('SELECT pg_advisory_lock($1)'), [LOCK_KEY]);
  await client.query('COMMIT');
}

async function applyAll(client: ClientBase, files: readonly MigrationFile[]): Promise<string[]> {
  await lock(client);
  await createMigrationTable(client);
  const unapplied = pending(await readMigrationRows(client), files);
  for (const file of unapplied) await apply(client, file);
  await client.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY]);
  return unapplied.map(({ name }) => name);
}

export interface MigrationState {
  /** Names of those that are still to be applied, in their order. */
  pending: string[];
  /** Names of those that were tried in vain; nothing of them was kept. */
  failed: string[];
}

/** Only looks, and needs no right but to read. Rejects as `migrate` does where this program does not know the database's state. */
export async function migrationState(pool: Pool, folder?: string): Promise<MigrationState> {
  const files = await readMigrationFiles(folder);
  const rows = await readMigrationRows(pool);
  const failed = rows.filter(({ finished }) => !finished).map(({ name }) => name);
  const unapplied = pending(
    rows.filter(({ finished }) => finished),
    files,
  );
  return { pending: unapplied.map(({ name }) => name), failed };
}

/** Applies what this database lacks, and gives back the names. Several processes may start at once. */
export async function migrate(pool: Pool, folder?: string): Promise<string[]> {
  const files = await readMigrationFiles(folder);
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    // Nearly always there is nothing to do, and that takes one question.
    const unapplied = pending(await readMigrationRows(client), files);
    return unapplied.length > 0 ? await applyAll(client, files) : [];
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // After a failure the connection is closed, and with it the lock is given back.
    client.release(failure);
  }
}
