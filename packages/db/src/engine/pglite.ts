import { access, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { TakesNoWrites } from '@hippocamp/core/ports/engine-health';
import type { Pool } from 'pg';
import { unpackEmptyDatabase } from './empty-database.js';
import type { Engine } from './engine.js';
import { createPool, endPool, once, serverVersion } from './pool.js';
import { startWorkerHost, type WorkerHost } from './worker-host.js';

const OWN = 'hippocamp.';
const CREATING = `${OWN}creating`;

/** The engine grows its files in smaller pieces than this. */
const ROOM = Buffer.alloc(256 * 1024);
const noRoom = ['ENOSPC', 'EDQUOT'];

/** Rejects with `TakesNoWrites`. */
async function expectRoom(folder: string): Promise<void> {
  const path = join(folder, `${OWN}room`);
  try {
    await writeFile(path, ROOM, { mode: 0o600 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new TakesNoWrites(noRoom.includes(code) ? 'its disk is full' : `its folder cannot be written to (${code})`);
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

async function empty(folder: string): Promise<void> {
  const names = await readdir(folder);
  await Promise.all(
    names.filter((name) => !name.startsWith(OWN)).map((name) => rm(join(folder, name), { recursive: true })),
  );
}

interface DataFolder {
  isNew: boolean;
  /** Call as soon as the database has opened. */
  created(): Promise<void>;
}

/** A mark found at the start means a half-made database without data, which is made again. */
async function prepareDataFolder(folder: string): Promise<DataFolder> {
  const mark = join(folder, CREATING);
  await mkdir(folder, { recursive: true });
  if (await exists(mark)) await empty(folder);
  const isNew = !(await exists(join(folder, 'PG_VERSION')));
  if (isNew) await writeFile(mark, '');
  return { isNew, created: () => rm(mark, { force: true }) };
}

export interface PgliteSettings {
  /** A path or `memory://`. A second process is kept out by `lockFolder`, not here. */
  folder: string;
  /** The `dump` of another engine, which makes a new database open in a fraction of the time. */
  template?: Uint8Array;
}

/** Set in full, because the environment (PGUSER, PGOPTIONS, …) would change what is left out. */
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
 * One session: a second client inside a transaction waits for ever. No statement timeout and no `COPY … FROM STDIN`.
 * After a failure every query rejects.
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
