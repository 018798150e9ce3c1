import type { Engine } from './engine.js';
import { createPool, endPool, once, serverVersion } from './pool.js';
import { checkPostgresUrl } from './postgres-url.js';
import { setForSession } from './session-settings.js';

export interface PostgresSettings {
  url: string;
  poolSize: number;
  /** A statement that takes longer is cut off by the server; 0 for none. */
  statementTimeoutMs: number;
}

/** How long a caller may wait for a connection, a new one or a free one. */
const CONNECT_MS = 5000;
/** How much later than the server the client gives a statement up: the server is gone then, and its socket still open. */
const SILENCE_MS = 2000;
/** A server that another has taken over may keep its connections, and only read: they are not kept for ever. */
const LIFETIME_SECONDS = 300;

/** A server of one's own. Rejects when it cannot be reached, and leaves nothing open then. */
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
    return { kind: 'postgres', version, pool, close: once(() => endPool(pool)) };
  } catch (error) {
    await endPool(pool);
    throw error;
  }
}
