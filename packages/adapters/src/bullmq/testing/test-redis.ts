import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { hasRedis, startRedisServer } from './redis-server.js';

/** A Redis for tests. */
export interface TestRedis {
  url: string;
  /** A prefix of keys that nobody else uses. */
  prefix(): string;
  close(): Promise<void>;
}

const prefixOf = (run: string) => `${run}-${randomUUID()}`;

async function startOwn(): Promise<TestRedis> {
  const server = await startRedisServer();
  return { url: server.url, prefix: () => prefixOf('own'), close: () => server.close() };
}

/** A server that is already there; what else it holds is left alone. */
async function useGiven(url: string): Promise<TestRedis> {
  const run = `hippocamp-test-${randomUUID()}`;
  return {
    url,
    prefix: () => prefixOf(run),
    async close() {
      const client = new Redis(url);
      for await (const keys of client.scanStream({ match: `${run}*`, count: 1_000 })) {
        if (keys.length > 0) await client.unlink(...keys);
      }
      await client.quit();
    },
  };
}

// biome-ignore lint/style/noProcessEnv: a server that is given to the tests has no other way in
const givenUrl = process.env.REDIS_URL;

/** A server of its own and the one that is given, where there are any. */
export const testServers = [
  { kind: 'a Redis of its own', available: await hasRedis(), open: startOwn },
  ...(givenUrl === undefined ? [] : [{ kind: 'a given Redis', available: true, open: () => useGiven(givenUrl) }]),
];
