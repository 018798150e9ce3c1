import type { Engine } from './engine.js';
import { createPool, endPool, once, serverVersion } from './pool.js';
import { checkPostgresUrl } from './postgres-url.js';

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

/**
 * By statement and not by start-up options, which a URL may replace and poolers refuse. The time zone is not a matter of
 * taste: Prisma's adapter drops the offset of what it reads. Nor is the schema, which Prisma writes before its tables. Who
 * waits for a lock gives up while there is time to say so, and a process that stands still inside a transaction loses it,
 * with the locks that others wait for.
 */
const SESSION = `SELECT set_config('TimeZone', 'UTC', false), set_config('search_path', 'public', false),
  set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
  set_config('idle_in_transaction_session_timeout', $1, false)`;

/** A server of one's own. Rejects when it cannot be reached, and leaves nothing open then. */
export async function openPostgres({ url, poolSize, statementTimeoutMs }: PostgresSettings): Promise<Engine> {
  checkPostgresUrl(url);
  const limits = [statementTimeoutMs, Math.round(statementTimeoutMs / 2)].map(String);
  const pool = createPool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_MS,
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + SILENCE_MS }),
    application_name: 'hippocamp',
    keepAlive: true,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    onConnect: async (client) => {
      await client.query(SESSION, limits);
    },
  });
  try {
    const version = await serverVersion(pool);
    return { kind: 'postgres', version, pool, close: once(() => endPool(pool)) };
  } catch (error) {
    await endPool(pool);
    throw error;
  }
}
