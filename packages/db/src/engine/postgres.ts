import type { Engine } from './engine.js';
import { createPool, endPool, once, serverVersion } from './pool.js';

export interface PostgresSettings {
  url: string;
  poolSize: number;
  statementTimeoutMs: number;
}

/** How long a caller may wait for a connection, a new one or a free one. */
const CONNECT_MS = 10_000;

/** A server of one's own. Rejects when it cannot be reached. */
export async function openPostgres({ url, poolSize, statementTimeoutMs }: PostgresSettings): Promise<Engine> {
  const pool = createPool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'hippocamp',
    keepAlive: true,
    // By statement and not by start-up options, which a URL may replace and poolers refuse. The time zone is not a
    // matter of taste: Prisma's adapter drops the offset of what it reads.
    onConnect: async (client) => {
      const settings = "SELECT set_config('TimeZone', 'UTC', false), set_config('statement_timeout', $1, false)";
      await client.query(settings, [String(statementTimeoutMs)]);
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
