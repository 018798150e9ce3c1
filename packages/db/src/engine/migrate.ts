import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClientBase, Pool } from 'pg';
import { LOCK_KEY, patient, WITHOUT_HASTE } from './schema-lock.js';
import { raiseTenantWall } from './tenant-wall.js';

interface MigrationFile {
  name: string;
  script: string;
}

/** The same path from `dist/engine` and from `src/engine`. */
const FOLDER = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

export async function readMigrationFiles(folder = FOLDER): Promise<MigrationFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => ({ name, script: await readFile(join(folder, name, 'migration.sql'), 'utf8') })),
  );
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const checksumOf = ({ script }: MigrationFile) => sha256(script);

/** As Prisma does, other line ends count as no change. */
function hasChecksum({ script }: MigrationFile, checksum: string): boolean {
  const unix = script.replaceAll('\r\n', '\n');
  return [script, unix, unix.replaceAll('\n', '\r\n')].some((variant) => sha256(variant) === checksum);
}

/** Prisma Migrate's own table, so that its tools can take over at any time. */
interface MigrationRow {
  name: string;
  checksum: string;
  finished: boolean;
  startedAt: Date;
  logs: string | null;
}

const CREATE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                      VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum                VARCHAR(64) NOT NULL,
    finished_at             TIMESTAMPTZ,
    migration_name          VARCHAR(255) NOT NULL,
    logs                    TEXT,
    rolled_back_at          TIMESTAMPTZ,
    started_at              TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count     INTEGER NOT NULL DEFAULT 0
)`;

const SELECT = `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, started_at AS "startedAt", logs
  FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`;

const INSERT = `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, started_at, finished_at, applied_steps_count)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

const UNDEFINED_TABLE = '42P01';

/** Rows not rolled back; none where the table is missing. */
async function readMigrationRows(client: ClientBase | Pool): Promise<MigrationRow[]> {
  try {
    return (await client.query<MigrationRow>(SELECT)).rows;
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return [];
    throw error;
  }
}

async function recordApplied(client: ClientBase, file: MigrationFile, startedAt: Date): Promise<void> {
  await client.query(INSERT, [randomUUID(), checksumOf(file), file.name, null, startedAt, new Date(), 1]);
}

async function recordFailed(client: ClientBase, file: MigrationFile, startedAt: Date, logs: string): Promise<void> {
  await client.query(INSERT, [randomUUID(), checksumOf(file), file.name, logs, startedAt, null, 0]);
}

const refusals = {
  failed: ({ name, startedAt, logs }: MigrationRow) =>
    `The migration ${name} failed at ${startedAt.toISOString()}; nothing of it was kept. Remove the cause, run "prisma migrate resolve --rolled-back ${name}" or set rolled_back_at on its row in _prisma_migrations, and start again. It said: ${logs ?? 'nothing'}`,
  changed: ({ name }: MigrationRow) =>
    `The migration ${name} was changed after this database applied it. Put its file back as it was, and make the change as a migration of its own.`,
  contracted: ({ name }: MigrationRow) =>
    `This database has the migration ${name} of a newer version, which took away what this program needs. Start that version or the one before it; to come back to this one, put back a backup from before ${name}.`,
};

/**
 * Migrations expand first. One with this name later drops what is unused; an older program can live with all others.
 */
const CONTRACTS = /_contract(?:_|$)/;

function refuse(row: MigrationRow, files: ReadonlyMap<string, MigrationFile>): void {
  const file = files.get(row.name);
  if (!file) {
    if (row.finished && CONTRACTS.test(row.name)) throw new Error(refusals.contracted(row));
    // A failed migration left nothing behind.
    return;
  }
  if (!row.finished) throw new Error(refusals.failed(row));
  if (!hasChecksum(file, row.checksum)) throw new Error(refusals.changed(row));
}

function pending(rows: readonly MigrationRow[], files: readonly MigrationFile[]): MigrationFile[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  for (const row of rows) refuse(row, byName);
  const applied = new Set(rows.map(({ name }) => name));
  return files.filter(({ name }) => !applied.has(name));
}

function describe(error: unknown): string {
  const { code, message, position } = error as { code?: string; message: string; position?: string };
  const lines = [`Database error code: ${code ?? 'none'}`, `Database error: ${message}`];
  return [...lines, ...(position ? [`Position: ${position}`] : [])].join('\n');
}

const NEVER_CUT = patient('SELECT pg_advisory_xact_lock($1)');

/** Migration and row are one transaction. Its lock holds behind a pooler too. Null where nothing is left. */
async function applyNext(client: ClientBase, files: readonly MigrationFile[]): Promise<string | null> {
  const startedAt = new Date();
  let file: MigrationFile | undefined;
  try {
    await client.query('BEGIN');
    await client.query(WITHOUT_HASTE);
    await client.query(NEVER_CUT, [LOCK_KEY]);
    await client.query(CREATE);
    [file] = pending(await readMigrationRows(client), files);
    if (file) await client.query(patient(file.script));
    if (file) await recordApplied(client, file, startedAt);
    await client.query('COMMIT');
    return file?.name ?? null;
  } catch (error) {
    if (!file) throw error;
    await noteFailure(client, file, startedAt, describe(error)).catch(() => undefined);
    throw new Error(`The migration ${file.name} failed; nothing of it was kept. ${describe(error)}`, { cause: error });
  }
}

async function noteFailure(client: ClientBase, file: MigrationFile, startedAt: Date, logs: string): Promise<void> {
  await client.query('ROLLBACK');
  await recordFailed(client, file, startedAt, logs);
}

async function applyAll(client: ClientBase, files: readonly MigrationFile[]): Promise<string[]> {
  const applied: string[] = [];
  for (;;) {
    const name = await applyNext(client, files);
    if (name === null) return applied;
    applied.push(name);
  }
}

export interface MigrationState {
  pending: string[];
  failed: string[];
  /** Applied by a newer version, and harmless to this one. */
  newer: string[];
}

/** Only reads. Rejects as `migrate` does. */
export async function migrationState(pool: Pool, folder?: string): Promise<MigrationState> {
  const files = await readMigrationFiles(folder);
  const rows = await readMigrationRows(pool);
  const known = new Set(files.map(({ name }) => name));
  const applied = rows.filter(({ finished }) => finished);
  const unapplied = pending(applied, files);
  return {
    pending: unapplied.map(({ name }) => name),
    failed: rows.filter(({ finished, name }) => !finished && known.has(name)).map(({ name }) => name),
    newer: applied.filter(({ name }) => !known.has(name)).map(({ name }) => name),
  };
}

/** Returns the names of the applied migrations. Several processes may call it at once. */
export async function migrate(pool: Pool, folder?: string): Promise<string[]> {
  const files = await readMigrationFiles(folder);
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    const unapplied = pending(await readMigrationRows(client), files);
    const applied = unapplied.length > 0 ? await applyAll(client, files) : [];
    await raiseTenantWall(client);
    return applied;
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // Closing the connection ends its open transaction.
    client.release(failure);
  }
}
