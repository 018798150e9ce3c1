import { jobQueueConformance } from '@hippocamp/core/testing/job-queue-conformance';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBullQueue } from './bull-queue.js';
import { job, silent } from './testing/jobs.js';
import { type TestRedis, testServers } from './testing/test-redis.js';

/** ms */
const SOON = 60_000;

for (const { kind, available, open } of testServers) {
  describe.runIf(available)(kind, () => {
    let redis: TestRedis;
    beforeAll(async () => {
      redis = await open();
    });
    afterAll(() => redis.close());

    // An enqueue may take long on a busy machine.
    const options = { window: 60, enqueueTimeout: 60_000, log: silent() };
    const make = async () => createBullQueue({ ...options, url: redis.url, prefix: redis.prefix() });
    jobQueueConformance('bullmq', make, options);

    it('a job that ends before anybody could listen is told', async () => {
      const queue = await make();
      const handled = vi.fn(async () => undefined);
      queue.work('ingest', handled, { concurrency: 1 });
      await queue.enqueue(job('quick'));
      await vi.waitFor(async () => {
        expect(handled).toHaveBeenCalled();
        expect((await queue.depth()).ingest).toEqual({ waiting: 0, running: 0 });
      }, SOON);
      expect(await queue.finished(job('quick'), SOON)).toBe(true);
      await queue.close(100);
    });
  });
}
