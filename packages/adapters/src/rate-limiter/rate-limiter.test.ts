import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasRedis, startRedisServer } from '../bullmq/testing/redis-server.js';
import { createLocalRateLimiter, createRedisRateLimiter } from './rate-limiter.js';

it('counts within a window, each name by itself', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const limiter = createLocalRateLimiter();
  expect(await limiter.count('requests/acme', 2)).toEqual({ count: 1, resetIn: 2000 });
  expect((await limiter.count('requests/acme', 2)).count).toBe(2);
  expect((await limiter.count('requests/globex', 2)).count).toBe(1);
});

it('counts anew after the window', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const limiter = createLocalRateLimiter();
  await limiter.count('requests/acme', 2);
  vi.advanceTimersByTime(500);
  expect(await limiter.count('requests/acme', 2)).toEqual({ count: 2, resetIn: 1500 });
  vi.advanceTimersByTime(1500);
  expect(await limiter.count('requests/acme', 2)).toEqual({ count: 1, resetIn: 2000 });
});

it('holds so many names at most: the one that was counted longest ago gives way', async () => {
  const limiter = createLocalRateLimiter(3);
  for (const name of ['a', 'b', 'c', 'a', 'd']) await limiter.count(name, 1000);
  const counts: Record<string, number> = {};
  for (const name of ['a', 'b']) counts[name] = (await limiter.count(name, 1000)).count;
  expect(counts).toEqual({ a: 3, b: 1 });
});

/** ms */
const SOON = 60_000;

describe.runIf(await hasRedis())('with Redis', () => {
  it('counts for all processes together, each for itself while it is away, and says so once', async () => {
    const server = await startRedisServer();
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const options = { url: server.url, prefix: randomUUID(), log };
    const [here, there] = await Promise.all([createRedisRateLimiter(options), createRedisRateLimiter(options)]);
    const count = async (limiter: typeof here, name: string) => (await limiter.count(name, 1000)).count;
    /** The name of what each has counted once, both together: whom Redis does not answer in time counts for itself. */
    const together = () =>
      vi.waitUntil(async () => {
        const name = randomUUID();
        return (await count(here, name)) + (await count(there, name)) === 3 ? name : null;
      }, SOON);
    try {
      const name = await together();
      expect((await here.count(randomUUID(), 1000)).resetIn).toBeGreaterThan(900_000);
      server.pause();
      expect(await count(here, name)).toBe(2);
      expect(await count(here, name)).toBe(3);
      await server.kill();
      expect(await count(here, name)).toBe(4);
      expect(await count(there, name)).toBe(2);
      await vi.waitUntil(() => log.warn.mock.calls.length === 2, SOON);
      await server.start();
      await together();
      await vi.waitUntil(() => log.info.mock.calls.length === 2, SOON);
      expect(log.warn).toHaveBeenCalledTimes(2);
    } finally {
      await Promise.all([here.close(), there.close()]);
      await server.close();
    }
  });

  it('begins so many long windows at most in Redis, and counts others alone until one ends', async () => {
    const server = await startRedisServer();
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const options = { url: server.url, prefix: randomUUID(), log, mostLong: 2 };
    const [here, there] = await Promise.all([createRedisRateLimiter(options), createRedisRateLimiter(options)]);
    const count = async (limiter: typeof here, name: string, seconds = 1000) =>
      (await limiter.count(name, seconds)).count;
    const DAY = 86_400;
    /** Short windows have no such bound. */
    const reached = () =>
      vi.waitUntil(async () => {
        const name = randomUUID();
        return (await count(here, name, 60)) + (await count(there, name, 60)) === 3;
      }, SOON);
    /** The other process hears of what this one has counted. */
    const isShared = async (name: string, seconds?: number) => {
      await count(here, name, seconds);
      let own = 0;
      await vi.waitUntil(async () => {
        own += 1;
        return (await count(there, name, seconds)) > own;
      }, SOON);
    };
    try {
      for (let each = 0; each < 3; each += 1) await reached();
      vi.useFakeTimers({ toFake: ['performance'] });
      onTestFinished(() => void vi.useRealTimers());
      await count(here, 'a', DAY);
      for (const name of ['b', 'c']) await count(here, name);
      await isShared('a', DAY);
      expect(await count(there, 'c')).toBe(1);
      expect(await count(here, 'c')).toBe(2);
      // The longer window, which began first, holds its place and no other.
      vi.advanceTimersByTime(1_000_000);
      await isShared('d');
    } finally {
      await Promise.all([here.close(), there.close()]);
      await server.close();
    }
  });
});
