import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Pool } from 'pg';
import type { Engine } from './engine.js';
import { createPool, endPool, serverVersion } from './pool.js';
import { startWorkerHost, type WorkerHost } from './worker-host.js';

export interface PgliteSettings {
  /** Where the database is kept, or `memory://`. Nothing here keeps a second process out: see `lockFolder`. */
  folder: string;
  /** What `dump` of another engine gave: a new database then starts with it, and in a fraction of the time. */
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

/**
 * PostgreSQL in WebAssembly, with pgvector, in a thread of its own. It has one session: transactions follow each other,
 * and who asks the pool for a second client inside of one waits for ever.
 */
export async function openPglite({ folder, template }: PgliteSettings): Promise<Engine> {
  const path = folder === 'memory://' ? null : resolve(folder);
  if (path) await mkdir(path, { recursive: true });
  const host = await startWorkerHost({ folder: path, template: template ?? null });
  const pool = createPglitePool(host);
  const close = async () => {
    await endPool(pool);
    await host.close();
  };
  return { kind: 'pglite', version: await serverVersion(pool), pool, close, dump: () => dump(pool, host) };
}
