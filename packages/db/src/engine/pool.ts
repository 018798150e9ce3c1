import { setTimeout } from 'node:timers/promises';
import { type ClientBase, Pool, type PoolConfig } from 'pg';

/** The types of node-postgres do not say that a pool awaits the hook. */
interface HookedPoolConfig extends PoolConfig {
  /** Runs before a new connection is lent for the first time. */
  onConnect?(client: ClientBase): Promise<void>;
}

type Ending = ClientBase & { end(): Promise<void> };

/** Who uses a connection learns of its loss from the query; without a listener the event would end the process. */
const ignoreLoss = () => undefined;

/** A connection that comes back inside a transaction is closed, which rolls back: the next user must not inherit it. */
function closeUnfinished(error: unknown, client: Ending): void {
  if (!error && client.getTransactionStatus() !== 'I') client.end().catch(ignoreLoss);
}

export function createPool(config: HookedPoolConfig): Pool {
  const pool = new Pool(config);
  pool.on('error', ignoreLoss);
  pool.on('connect', (client) => client.on('error', ignoreLoss));
  pool.on('release', (error, client) => closeUnfinished(error, client as Ending));
  return pool;
}

export async function serverVersion(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>('SHOW server_version');
  return rows[0]?.server_version ?? 'unknown';
}

const CLOSE_MS = 5_000;

/** Closing twice is closing once. */
export function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

/** Waits for borrowed clients, but not for ever. */
export async function endPool(pool: Pool): Promise<void> {
  await Promise.race([pool.end(), setTimeout(CLOSE_MS, undefined, { ref: false })]);
}
