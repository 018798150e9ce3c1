import { migrate } from '@hippocamp/db/engine/migrate';
import { openServer } from './engines/postgres.js';
import { createLogger } from './logger.js';
import { type Settings, SettingsError } from './settings.js';

/** Brings the tables of the production database up to date. Answers what was applied. Safe to run twice, and at the same time. */
export async function migrateDatabase({ engines, logLevel }: Settings): Promise<string[]> {
  if (engines.mode === 'embedded') {
    throw new SettingsError(
      'The embedded database migrates itself when it starts. Set DATABASE_URL, QDRANT_URL and REDIS_URL to migrate a server.',
    );
  }
  const engine = await openServer(engines.database, createLogger(logLevel));
  try {
    return await migrate(engine.pool);
  } finally {
    await engine.close();
  }
}
