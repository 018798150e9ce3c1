import { randomUUID } from 'node:crypto';
import { createDatabase, dropDatabase, restoreDatabase } from '@hippocamp/db/engine/testing/databases';
import { removeCollections } from './collections.js';
import type { Servers } from './servers.js';

/** Where a service in production mode keeps everything: empty, and nobody else's. */
export interface ProductionPlace {
  /** The settings that lead a process to it. */
  settings: Record<string, string>;
  remove(): Promise<void>;
}

export type PlaceServers = Pick<Servers, 'databaseUrl' | 'redisUrl' | 'qdrantUrl' | 'template'>;

/** A database, a prefix in Redis and one in Qdrant. With `sql`, which a backup holds, the database is made of that. */
export async function createProductionPlace(servers: PlaceServers, sql?: string): Promise<ProductionPlace> {
  const { databaseUrl, redisUrl, qdrantUrl, template } = servers;
  const name = `hippocamp_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const url = await (sql === undefined
    ? createDatabase(databaseUrl, name, template)
    : restoreDatabase(databaseUrl, name, sql));
  return {
    settings: {
      DATABASE_URL: url,
      REDIS_URL: redisUrl,
      QDRANT_URL: qdrantUrl,
      REDIS_PREFIX: name,
      QDRANT_PREFIX: name,
    },
    async remove() {
      await dropDatabase(databaseUrl, name);
      await removeCollections(qdrantUrl, name);
    },
  };
}
