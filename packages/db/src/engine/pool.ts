import { setTimeout } from 'node:timers/promises';
import { type ClientBase, Pool, type PoolConfig } from 'pg';

/** The types of node-postgres do not say that a pool awaits the hook. */
interface HookedPoolConfig extends PoolConfig {
  /** Runs before a new connection is lent for the first time. */
  onConnect?(client: ClientBase): Promise<void>;
}

/** The query reports the loss of its connection. Without a listener the event would end the process. */
const ignoreLoss = () => undefined;

/** The error of a session that can only read. It stays so after its server accepts writes again. */
const READS_ONLY = '25006';

/** node-postgres tells its own connection what the server refuses; a statement that Prisma sends in a transaction tells nobody else. */
type Listening = ClientBase & {
  connection?: { on(event: 'errorMessage', listener: (error: { code?: string }) => void): void };
};

/**
 * A connection that comes back inside a transaction is closed, which rolls back: the next user must not inherit it. So is one
 * whose session only reads.
 */
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
