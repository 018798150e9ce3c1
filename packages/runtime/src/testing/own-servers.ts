import { randomUUID } from 'node:crypto';
import { type RedisServer, startRedisServer } from '@hippocamp/adapters/bullmq/testing/redis-server';
import { startQdrantDouble } from '@hippocamp/adapters/qdrant/testing/qdrant-double';
import { createTemplate } from '@hippocamp/db/engine/testing/databases';
import { startTestServer, type TestServer } from '@hippocamp/db/engine/testing/postgres';

/** Engines that belong to whoever started them alone, to be stopped, frozen and emptied. */
export interface OwnServers {
  postgres: TestServer;
  redis: RedisServer;
  qdrantUrl: string;
  /** A database with all tables and nothing in them. */
  template: string;
  stop(): Promise<void>;
}

/** Without the URL of a Qdrant, its double. */
export async function startOwnServers(qdrantUrl: string | undefined): Promise<OwnServers> {
  const [postgres, redis, double] = await Promise.all([
    startTestServer(),
    startRedisServer({ appendonly: true }),
    qdrantUrl === undefined ? startQdrantDouble({}) : null,
  ]);
  const template = `hippocamp_template_${randomUUID().slice(0, 8)}`;
  await createTemplate(postgres.url, template);
  return {
    postgres,
    redis,
    qdrantUrl: qdrantUrl ?? double?.url ?? '',
    template,
    async stop() {
      await Promise.all([postgres.stop(), redis.close(), double?.stop()]);
    },
  };
}
