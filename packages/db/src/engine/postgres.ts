import { TakesNoWrites } from '@hippocamp/core/ports/engine-health';
import type { Engine } from './engine.js';
import { createPool, endPool, once, serverVersion } from './pool.js';
import { checkPostgresUrl } from './postgres-url.js';
import { setForSession } from './session-settings.js';

export interface PostgresSettings {
  url: string;
  poolSize: number;
  /** ms after which the server cuts a statement off; 0 for none. */
  statementTimeoutMs: number;
}

/** ms */
const CONNECT_MS = 5000;
/** ms that the client waits beyond the server's timeout, for a server gone with its socket open. */
const SILENCE_MS = 2000;
/** A server that a failover made read-only may keep its connections, so they are replaced now and then. */
const LIFETIME_SECONDS = 300;

/** ms */
const PING_MS = 5000;

/** Sorts more than `work_mem`, so a full disk fails it. It leaves nothing behind. */
const PING = `begin; set local work_mem = '64kB';
  select count(*) from (select repeat('x', 1000) || n as text from generate_series(1, 300) as n order by 1 offset 0) as sorted;
  commit; select current_setting('transaction_read_only') as "readsOnly"`;

const takesNoWrites = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && error.code === '53100' ? new TakesNoWrites('its disk is full') : error;

/** Its own connection, so a used-up pool is not taken for a lost server. */
function createPing(connectionString: string): { ping(): Promise<void>; close(): Promise<void> } {
  const pool = createPool({
    connectionString,
    max: 1,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: PING_MS,
    idleTimeoutMillis: 0,
    application_name: 'hippocamp',
    keepAlive: true,
  });
  return {
    async ping() {
      const client = await pool.connect();
      let isWell = false;
      try {
        const results = (await client.query(PING)) as unknown as { rows: { readsOnly?: string }[] }[];
        isWell = results.at(-1)?.rows[0]?.readsOnly === 'off';
      } catch (error) {
        throw takesNoWrites(error);
      } finally {
        // An old session may stay read-only after the server takes writes again.
        client.release(!isWell);
      }
      if (!isWell) throw new TakesNoWrites('it only reads');
    },
    close: () => endPool(pool),
  };
}

/** Rejects where the server cannot be reached, and leaves nothing open. */
export async function openPostgres({ url, poolSize, statementTimeoutMs }: PostgresSettings): Promise<Engine> {
  checkPostgresUrl(url);
  const pool = createPool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_MS,
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + SILENCE_MS }),
    application_name: 'hippocamp',
    keepAlive: true,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    onConnect: (client) => setForSession(client, statementTimeoutMs),
  });
  try {
    const version = await serverVersion(pool);
    const { ping, close } = createPing(url);
    const closeBoth = once(async () => void (await Promise.all([close(), endPool(pool)])));
    return { kind: 'postgres', version, pool, ping, close: closeBoth };
  } catch (error) {
    await endPool(pool);
    throw error;
  }
}
