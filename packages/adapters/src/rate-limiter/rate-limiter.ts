import type { Log } from '@hippocamp/core/ports/log';
import type { RateLimiter } from '@hippocamp/core/ports/rate-limiter';
import { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';

/** How long a request waits for Redis before it is counted locally, ms. */
const PATIENCE = 200;

/** Whoever asks knows how many there may be: limits differ, and one limiter counts them all. */
const counting = { points: Number.MAX_SAFE_INTEGER, duration: 1 };

const counter = (limiter: RateLimiterAbstract): RateLimiter['count'] => {
  return async (name, seconds) => {
    const { consumedPoints, msBeforeNext } = await limiter.consume(name, 1, { customDuration: seconds });
    return { count: consumedPoints, resetIn: msBeforeNext };
  };
};

/** Counts of one process. */
export const createLocalRateLimiter = (): RateLimiter => ({
  count: counter(new RateLimiterMemory(counting)),
  close: async () => undefined,
});

export interface RedisRateLimiterOptions {
  url: string;
  prefix: string;
  log: Log;
}

/**
 * Counts of all processes in Redis, and of this one beside: a Redis that is away, or slow now and then, leaves what this process
 * counted.
 */
export function createRedisRateLimiter({ url, prefix, log }: RedisRateLimiterOptions): RateLimiter {
  const client = new Redis(url, {
    // Connects only when something is limited.
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    commandTimeout: PATIENCE,
    socketTimeout: 2000,
    retryStrategy: (times) => Math.min(50 * times, 1000),
  });
  let away = false;
  client.on('error', ({ message }) => {
    if (!away) log.warn({ reason: message }, 'limits are counted by each process for itself: Redis does not answer');
    away = true;
  });
  client.on('ready', () => {
    if (away) log.info({}, 'limits are counted by all processes together again');
    away = false;
  });
  const ofAll = counter(new RateLimiterRedis({ ...counting, storeClient: client, keyPrefix: `${prefix}:limits` }));
  const ofOne = createLocalRateLimiter().count;
  return {
    async count(name, seconds) {
      const [own, all] = await Promise.all([ofOne(name, seconds), ofAll(name, seconds).catch(() => null)]);
      return all && all.count >= own.count ? all : own;
    },
    async close() {
      client.disconnect();
    },
  };
}
