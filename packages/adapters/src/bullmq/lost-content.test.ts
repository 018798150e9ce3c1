import type { JobKey, JobQueue } from '@hippocamp/core/ports/job-queue';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBullQueue } from './bull-queue.js';
import { job, silent } from './testing/jobs.js';
import { hasRedis, type RedisServer, startRedisServer } from './testing/redis-server.js';

const SOON = { timeout: 60_000, interval: 20 };

describe.runIf(await hasRedis())('a job whose content Redis has evicted', () => {
  let server: RedisServer;
  let queue: JobQueue;
  let prefix: string;
  let log: ReturnType<typeof silent>;
  const handled: JobKey[] = [];

  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    handled.length = 0;
    log = silent();
    prefix = `lost-${crypto.randomUUID()}`;
    queue = createBullQueue({ url: server.url, prefix, window: 100, enqueueTimeout: 60_000, log });
  });
  afterEach(() => queue.close(1_000));

  const evict = (id: number) => server.tell(['del', `${prefix}:ingest:${id}`]);
  const work = () =>
    queue.work(
      'ingest',
      async (given) => {
        handled.push(given);
      },
      { concurrency: 1 },
    );

  it('is handed to nobody, and runs when it is enqueued again', async () => {
    await queue.enqueue(job('evicted'));
    await queue.enqueue(job('whole'));
    await evict(1);
    work();
    await vi.waitFor(() => expect(handled).toEqual([job('whole')]), SOON);
    expect(log.warn).toHaveBeenCalledWith({ kind: 'ingest' }, expect.stringContaining('without its content'));
    await queue.enqueue(job('evicted'));
    await vi.waitFor(() => expect(handled).toEqual([job('whole'), job('evicted')]), SOON);
    await queue.enqueue(job('evicted'));
    await vi.waitFor(() => expect(handled).toHaveLength(3), SOON);
  });

  it('runs when it is enqueued again before a worker comes to it', async () => {
    await queue.enqueue(job('evicted'));
    await evict(1);
    await queue.enqueue(job('evicted'));
    work();
    await vi.waitFor(() => expect(handled).toEqual([job('evicted')]), SOON);
  });
});
