import type { Log } from '@hippocamp/core/ports/log';
import type { RateLimiter } from '@hippocamp/core/ports/rate-limiter';
import { RateLimiterRedis } from 'rate-limiter-flexible';

/** ms to wait for Redis before the local count alone decides. */
const PATIENCE = 200;

/** Callers know their limits; the limiter only counts. */
const counting = { points: Number.MAX_SAFE_INTEGER, duration: 1 };

/** Windows that a process holds, some 200 bytes each. */
const MOST_WINDOWS = 50_000;

/** Beyond `most` the window that was counted in longest ago is forgotten: whoever invents names could fill the memory. */
export const createLocalRateLimiter = (most = MOST_WINDOWS): RateLimiter => {
  const windows = new Map<string, { count: number; ends: number }>();
  return {
    async count(name, seconds) {
      const now = performance.now();
      const known = windows.get(name);
      const window = known && known.ends > now ? known : { count: 0, ends: now + 1000 * seconds };
      window.count += 1;
      windows.delete(name);
      windows.set(name, window);
      const [oldest = name] = windows.keys();
      if (windows.size > most) windows.delete(oldest);
      return { count: window.count, resetIn: window.ends - now };
    },
    close: async () => undefined,
  };
};

export interface RedisRateLimiterOptions {
  url: string;
  prefix: string;
  log: Log;
}

/** Counts in Redis for all processes, and in this one too, so that a slow or lost Redis leaves the local count. */
export async function createRedisRateLimiter({ url, prefix, log }: RedisRateLimiterOptions): Promise<RateLimiter> {
  // Imported here: a process that counts by itself does not need it.
  const { Redis } = await import('ioredis');
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
  const shared = new RateLimiterRedis({ ...counting, storeClient: client, keyPrefix: `${prefix}:limits` });
  const ofAll: RateLimiter['count'] = async (name, seconds) => {
    const { consumedPoints, msBeforeNext } = await shared.consume(name, 1, { customDuration: seconds });
    return { count: consumedPoints, resetIn: msBeforeNext };
  };
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
