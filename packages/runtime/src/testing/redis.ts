import { type RedisServer, startRedisServer } from '@hippocamp/adapters/bullmq/testing/redis-server';

/** A Redis of one's own that a test may kill, pause and empty. It writes every command to its file before it answers. */
export const startOwnRedis = (): Promise<RedisServer> => startRedisServer({ appendonly: true });
