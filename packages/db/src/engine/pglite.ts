import { resolve } from 'node:path';
import type { Pool } from 'pg';
import { expectRoom, prepareDataFolder } from './data-folder.js';
import { unpackEmptyDatabase } from './empty-database.js';
import type { Engine } from './engine.js';
import { createPool, endPool, once, serverVersion } from './pool.js';
import { startWorkerHost, type WorkerHost } from './worker-host.js';

export interface PgliteSettings {
  /** Where the database is kept, or `memory://`. Nothing here keeps a second process out: see `lockFolder`. */
  folder: string;
  /** What `dump` of another engine gave: a new database starts with it, and in a fraction of the time. */
  template?: Uint8Array;
}

/** Everything that the environment (PGUSER, PGOPTIONS, …) could otherwise change is said here. */
const CONNECTION = {
  user: 'postgres',
  database: 'postgres',
  host: 'localhost',
  options: '-c timezone=UTC',
  application_name: 'hippocamp',
  ssl: false,
} as const;

const createPglitePool = (host: WorkerHost): Pool =>
  createPool({ ...CONNECTION, max: 1, idleTimeoutMillis: 0, stream: () => host.connect() });

/** Borrows the one connection, so that no transaction is open meanwhile. */
async function dump(pool: Pool, host: WorkerHost): Promise<Uint8Array> {
  const client = await pool.connect();
  try {
    await client.query('CHECKPOINT');
    return await host.dump();
  } finally {
    client.release();
  }
}

async function start(folder: string | null, template: Uint8Array | null): Promise<WorkerHost> {
  if (folder === null) return startWorkerHost({ folder, template });
  const { isNew, created } = await prepareDataFolder(folder);
  if (isNew && !template) await unpackEmptyDatabase(folder);
  const host = await startWorkerHost({ folder, template: isNew ? template : null });
  await created();
  return host;
}

/**
 * PostgreSQL in WebAssembly, with pgvector, in a thread of its own. It has one session: transactions follow each other,
 * and who asks the pool for a second client inside of one waits for ever. It knows no statement timeout, it does not
 * survive `COPY … FROM STDIN`, and if it fails it stays down: every query then rejects as on a broken connection.
 */
export async function openPglite({ folder, template }: PgliteSettings): Promise<Engine> {
  const path = folder === 'memory://' ? null : resolve(folder);
  const host = await start(path, template ?? null).catch((cause: Error) => {
    throw new Error(`The embedded database in ${path ?? 'memory'} could not be opened: ${cause.message}`, { cause });
  });
  const pool = createPglitePool(host);
  const close = once(async () => {
    await endPool(pool);
    await host.close();
  });
  const ping = async () => {
    await pool.query('select 1');
    if (path) await expectRoom(path);
  };
  return { kind: 'pglite', version: await serverVersion(pool), pool, ping, close, dump: () => dump(pool, host) };
}
