import type { Log } from '@hippocamp/core/ports/log';
import type { Counted, RateLimiter } from '@hippocamp/core/ports/rate-limiter';
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

/** s. Shorter windows are soon gone from Redis. */
const SHORT = 60;

/** Long windows that a process begins in Redis, some 250 bytes each: names can be invented there too. */
const MOST_LONG = 50_000;

/** Windows of one length end in the order in which they began. */
function forgetEnded(ends: Map<string, number>, now: number): void {
  for (const [first, end] of ends) {
    if (end > now) return;
    ends.delete(first);
  }
}

/** Whether Redis is to know of a window, which then has a place until it ends. Limits have few lengths. */
const createLongWindows = (most: number) => {
  const byLength = new Map<number, Map<string, number>>();
  return (name: string, seconds: number): boolean => {
    if (seconds <= SHORT) return true;
    const now = performance.now();
    for (const [length, ends] of byLength) {
      forgetEnded(ends, now);
      if (ends.size === 0) byLength.delete(length);
    }
    const known = byLength.get(seconds) ?? new Map<string, number>();
    if (known.has(name)) return true;
    const taken = [...byLength.values()].reduce((sum, { size }) => sum + size, 0);
    if (taken >= most) return false;
    byLength.set(seconds, known.set(name, now + 1000 * seconds));
    return true;
  };
};

export interface RedisRateLimiterOptions {
  url: string;
  prefix: string;
  log: Log;
  mostLong?: number;
}

/**
 * Counts in Redis for all processes, and in this one too, so that a slow or lost Redis leaves the local count, as does a
 * long window for which there is no place.
 */
export async function createRedisRateLimiter({
  url,
  prefix,
  log,
  mostLong = MOST_LONG,
}: RedisRateLimiterOptions): Promise<RateLimiter> {
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
  const hasPlace = createLongWindows(mostLong);
  const ofAll = async (name: string, seconds: number): Promise<Counted | null> => {
    if (!hasPlace(name, seconds)) return null;
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
