import { randomUUID } from 'node:crypto';
import { startRedisServer } from '@hippocamp/adapters/bullmq/testing/redis-server';
import { startQdrantDouble } from '@hippocamp/adapters/qdrant/testing/qdrant-double';
import { createTemplate, dropDatabase } from '@hippocamp/db/engine/testing/databases';
import { startTestServer } from '@hippocamp/db/engine/testing/postgres';

/** The engines of the production mode, for tests. Given ones are used as they are, the others started for the test. */
export interface Servers {
  databaseUrl: string;
  redisUrl: string;
  qdrantUrl: string;
  /** A database with all tables and nothing in them. */
  template: string;
  stop(): Promise<void>;
}

/** Servers that are already there, by the variables that name them. */
export interface GivenServers {
  DATABASE_URL?: string | undefined;
  REDIS_URL?: string | undefined;
  QDRANT_URL?: string | undefined;
  /** Qdrant's OpenAPI document: every request to the double is checked against it. */
  QDRANT_OPENAPI?: string | undefined;
}

interface Started {
  url: string;
  stop(): Promise<void>;
}

const asGiven = (url: string): Started => ({ url, stop: async () => undefined });

const startRedis = async (): Promise<Started> => {
  const { url, close } = await startRedisServer({ appendonly: true });
  return { url, stop: close };
};

const startQdrant = async (openApiPath: string | undefined): Promise<Started> => {
  const { url, violations, stop } = await startQdrantDouble({ openApiPath });
  return {
    url,
    async stop() {
      await stop();
      if (violations.length > 0) throw new Error(`Qdrant would not have understood:\n${violations.join('\n')}`);
    },
  };
};

/** Without a Qdrant, its double: it holds points and answers as Qdrant does. */
export async function startServers(given: GivenServers): Promise<Servers> {
  const { DATABASE_URL, REDIS_URL, QDRANT_URL, QDRANT_OPENAPI } = given;
  const [database, redis, qdrant] = await Promise.all([
    DATABASE_URL ? asGiven(DATABASE_URL) : startTestServer(),
    REDIS_URL ? asGiven(REDIS_URL) : startRedis(),
    QDRANT_URL ? asGiven(QDRANT_URL) : startQdrant(QDRANT_OPENAPI),
  ]);
  const template = `hippocamp_template_${randomUUID().slice(0, 8)}`;
  await createTemplate(database.url, template);
  return {
    template,
    databaseUrl: database.url,
    redisUrl: redis.url,
    qdrantUrl: qdrant.url,
    stop: async () => {
      await dropDatabase(database.url, template);
      await Promise.all([database.stop(), redis.stop(), qdrant.stop()]);
    },
  };
}
