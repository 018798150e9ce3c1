import { randomBytes } from 'node:crypto';
import { createOwners } from '@hippocamp/core/modules/graph/owners';
import { createKeyService, type KeyService } from '@hippocamp/core/modules/keys/key-service';
import { systemClock as clock, createIds } from './clock-and-ids.js';
import { openPostgresRecords } from './engines/postgres.js';
import { createLogger } from './logger.js';
import { readPepper } from './pepper.js';
import type { Settings } from './settings.js';

/** Needs PostgreSQL alone. Null in embedded mode, where the process that holds the folder has the keys. */
export async function openKeys(settings: Settings): Promise<{ keys: KeyService; close(): Promise<void> } | null> {
  const { engines, logLevel } = settings;
  if (engines.mode === 'embedded') return null;
  const { records, close } = await openPostgresRecords(engines.database, createLogger(logLevel, 'stderr'));
  try {
    const owners = createOwners({ records, clock, ids: createIds() });
    const pepper = await readPepper(settings, records);
    return { keys: createKeyService({ records, pepper, clock, random: randomBytes, owners }), close };
  } catch (error) {
    await close();
    throw error;
  }
}
