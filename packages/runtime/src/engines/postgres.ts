import { setTimeout } from 'node:timers/promises';
import type { Log } from '@hippocamp/core/ports/log';
import type { Records } from '@hippocamp/core/ports/records';
import type { Engine } from '@hippocamp/db/engine/engine';
import { type MigrationState, migrationState } from '@hippocamp/db/engine/migrate';
import { openPostgres } from '@hippocamp/db/engine/postgres';
import { checkPostgresUrl } from '@hippocamp/db/engine/postgres-url';
import { settingsNotHeld } from '@hippocamp/db/engine/session-settings';
import { createRecords } from '@hippocamp/db/records';
import { type EngineSettings, SettingsError } from '../settings.js';
import { type ConnectionShare, shareConnections } from './connection-share.js';
import { tellNewerTables } from './newer-tables.js';

/** Without user, password and query, for people and logs. */
export function addressOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname === '/' ? '' : pathname}`;
}

export type DatabaseSettings = Extract<EngineSettings, { mode: 'production' }>['database'];

const LOOK_EVERY = 1000;

/** Errors that waiting does not mend. */
const wrongs: Record<string, string> = {
  '3D000': 'has no such database. Create it',
  '28P01': 'refuses the user or the password. Give that user this password',
  '28000': 'refuses this user from here. Allow it there',
};

/** Waits for a starting server. Throws `SettingsError` when time is up. */
export async function openServer(
  { url, poolSize, statementTimeout: statementTimeoutMs, startupWait }: DatabaseSettings,
  log: Log,
): Promise<Engine> {
  checkPostgresUrl(url);
  for (const deadline = performance.now() + startupWait; ; ) {
    try {
      return await openPostgres({ url, poolSize, statementTimeoutMs });
    } catch (error) {
      const wrong = wrongs[String((error as { code?: unknown }).code)];
      if (wrong) throw new SettingsError(`PostgreSQL at ${addressOf(url)} ${wrong}, or correct DATABASE_URL.`);
      const reason =
        error instanceof Error ? error.message || String((error as { code?: unknown }).code) : String(error);
      if (performance.now() > deadline) {
        throw new SettingsError(
          `PostgreSQL at ${addressOf(url)} does not answer (${reason}). Start it, or correct DATABASE_URL.`,
        );
      }
      log.warn({ database: addressOf(url), reason }, 'waiting for PostgreSQL');
      await setTimeout(LOOK_EVERY);
    }
  }
}

/** Behind such a pooler, settings of a session reach its next borrower. */
const tellSettingsNotHeld = async ({ pool }: Engine, { url, statementTimeout }: DatabaseSettings, log: Log) => {
  const settings = await settingsNotHeld(pool, statementTimeout);
  if (settings.length === 0) return;
  log.warn(
    { database: addressOf(url), settings },
    'a pooler stands before PostgreSQL, and these settings are not those of the role: statements may run without them. "npm run migrate -- --role-settings" sets them',
  );
};

const refuseOldTables = (url: string, { pending, failed }: MigrationState) => {
  if (failed.length > 0) {
    throw new SettingsError(
      `The migration ${failed[0]} of the database at ${addressOf(url)} failed. "npm run migrate" says why and what to do.`,
    );
  }
  if (pending.length === 0) return;
  throw new SettingsError(
    `The tables of the database at ${addressOf(url)} are not up to date: ${pending.length} migrations to go. Run "npm run migrate" first.`,
  );
};

export interface PoolUse {
  idle: number;
  used: number;
  /** Calls that wait for any connection. */
  waiting: number;
  /** Calls whose tenant holds as many as it may. They hold up no other tenant. */
  limited: number;
}

const useOf = ({ pool }: Engine, share: ConnectionShare): PoolUse => ({
  idle: pool.idleCount,
  used: pool.totalCount - pool.idleCount,
  waiting: pool.waitingCount,
  limited: share.waiting(),
});

export async function openPostgresRecords(
  settings: DatabaseSettings,
  log: Log,
): Promise<{ records: Records; pool: () => PoolUse; about: string; close(): Promise<void> }> {
  const engine = await openServer(settings, log);
  try {
    const state = await migrationState(engine.pool);
    refuseOldTables(settings.url, state);
    tellNewerTables(state, log);
    await tellSettingsNotHeld(engine, settings, log);
    const share = shareConnections(settings.poolSize);
    const records = await createRecords({ ...engine, log, semaphore: share });
    return {
      records,
      pool: () => useOf(engine, share),
      about: `PostgreSQL ${engine.version} at ${addressOf(settings.url)}`,
      async close() {
        await records.close();
        await engine.close();
      },
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}
