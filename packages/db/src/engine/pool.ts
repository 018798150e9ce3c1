import { setTimeout } from 'node:timers/promises';
import { type ClientBase, Pool, type PoolConfig } from 'pg';
import { scopePool } from './tenant-scope.js';

/** The types of node-postgres do not say that a pool awaits the hook. */
interface HookedPoolConfig extends PoolConfig {
  onConnect?(client: ClientBase): Promise<void>;
}

/** The query reports the loss; without a listener the event would end the process. */
const ignoreLoss = () => undefined;

/** A session that only reads stays so after its server accepts writes again. */
const READS_ONLY = '25006';

/** The only place that hears of errors of all statements, those of Prisma's transactions included. */
type Listening = ClientBase & {
  connection?: { on(event: 'errorMessage', listener: (error: { code?: string }) => void): void };
};

/** Closes a connection returned inside a transaction, which rolls back, and one whose session only reads. */
function closeUnusable(pool: Pool): void {
  const readsOnly = new WeakSet<ClientBase>();
  pool.on('connect', (client: Listening) => {
    client.connection?.on('errorMessage', ({ code }) => code === READS_ONLY && readsOnly.add(client));
  });
  pool.on('release', (error, client) => {
    const isUnfinished = !error && client.getTransactionStatus() !== 'I';
    if (isUnfinished || readsOnly.has(client))
      (client as ClientBase & { end(): Promise<void> }).end().catch(ignoreLoss);
  });
}

export function createPool(config: HookedPoolConfig): Pool {
  const pool = new Pool(config);
  pool.on('error', ignoreLoss);
  pool.on('connect', (client) => client.on('error', ignoreLoss));
  closeUnusable(pool);
  scopePool(pool);
  return pool;
}

export async function serverVersion(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>('SHOW server_version');
  return rows[0]?.server_version ?? 'unknown';
}

const CLOSE_MS = 5_000;

export function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

export async function endPool(pool: Pool): Promise<void> {
  await Promise.race([pool.end(), setTimeout(CLOSE_MS, undefined, { ref: false })]);
}
