import { migrate } from '@hippocamp/db/engine/migrate';
import { setForRole } from '@hippocamp/db/engine/session-settings';
import { openServer } from './engines/postgres.js';
import { createLogger } from './logger.js';
import { type Settings, SettingsError } from './settings.js';

/** Returns the applied migrations. Safe to run twice, and at the same time. */
export async function migrateDatabase(
  { engines, logLevel }: Settings,
  { roleSettings }: { roleSettings: boolean },
): Promise<string[]> {
  if (engines.mode === 'embedded') {
    throw new SettingsError(
      'The embedded database migrates itself when it starts. Set DATABASE_URL, QDRANT_URL and REDIS_URL to migrate a server.',
    );
  }
  const engine = await openServer(engines.database, createLogger(logLevel));
  try {
    const applied = await migrate(engine.pool);
    if (roleSettings) await setForRole(engine.pool, engines.database.statementTimeout);
    return applied;
  } finally {
    await engine.close();
  }
}
