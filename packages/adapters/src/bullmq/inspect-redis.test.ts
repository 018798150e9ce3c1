import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectRedis } from './inspect-redis.js';
import { silent } from './testing/jobs.js';
import { hasRedis, type RedisServer, startRedisServer } from './testing/redis-server.js';

describe.runIf(await hasRedis())('a look at the Redis', () => {
  let server: RedisServer;
  let client: Redis;
  beforeAll(async () => {
    server = await startRedisServer({ appendonly: true });
    client = new Redis(server.url);
  });
  afterAll(async () => {
    client.disconnect();
    await server.close();
  });

  const warnings = async () => {
    const log = silent();
    await inspectRedis(client, log);
    return log.warn.mock.calls.map(([, message]) => String(message));
  };

  it('finds nothing wrong with one that keeps what it is given', async () => {
    expect(await warnings()).toEqual([]);
  });

  it('warns of one that forgets', async () => {
    await client.config('SET', 'appendonly', 'no');
    expect(await warnings()).toEqual([expect.stringContaining('appendonly')]);
    await client.config('SET', 'appendonly', 'yes');
  });

  it('warns of one that evicts', async () => {
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
    expect(await warnings()).toEqual([expect.stringContaining('maxmemory-policy')]);
    await client.config('SET', 'maxmemory-policy', 'noeviction');
  });

  it('says nothing where it may not ask', async () => {
    await client.call('ACL', 'SETUSER', 'guest', 'on', 'nopass', '~*', '+@all', '-info', '-config');
    const guest = new Redis(server.url, { username: 'guest', password: 'any' });
    const log = silent();
    await inspectRedis(guest, log);
    expect(log.warn).not.toHaveBeenCalled();
    guest.disconnect();
  });
});

describe('the version of a Redis', () => {
  const saying = (info: string) => Object.assign(new Redis({ lazyConnect: true }), { info: async () => info });

  it.each([
    ['redis_version:6.0.16\r\n', 1],
    ['redis_version:5.0.14\r\n', 1],
    ['redis_version:6.2.0\r\n', 0],
    ['redis_version:7.0.15\r\n', 0],
    ['redis_version:10.1.0\r\n', 0],
    ['', 0],
  ])('%j brings %i warnings', async (info, count) => {
    const log = silent();
    await inspectRedis(saying(info), log);
    expect(log.warn).toHaveBeenCalledTimes(count);
  });
});
