import { randomUUID } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { checksumOf, type MigrationFile } from './migration-files.js';

/** The table of Prisma Migrate, kept as Prisma keeps it, so that its own tools can take over at any time. */
export interface MigrationRow {
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

export const createMigrationTable = (client: ClientBase) => client.query(CREATE);

/** Rows that were not rolled back; none where the table is not there yet. */
export async function readMigrationRows(client: ClientBase | Pool): Promise<MigrationRow[]> {
  try {
    return (await client.query<MigrationRow>(SELECT)).rows;
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return [];
    throw error;
  }
}

export async function recordApplied(client: ClientBase, file: MigrationFile, startedAt: Date): Promise<void> {
  await client.query(INSERT, [randomUUID(), checksumOf(file), file.name, null, startedAt, new Date(), 1]);
}

export async function recordFailed(
  client: ClientBase,
  file: MigrationFile,
  startedAt: Date,
  logs: string,
): Promise<void> {
  await client.query(INSERT, [randomUUID(), checksumOf(file), file.name, logs, startedAt, null, 0]);
}
