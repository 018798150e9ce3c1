import { jobQueueConformance } from '@hippocamp/core/testing/job-queue-conformance';
import { afterAll, beforeAll, describe, vi } from 'vitest';
import { createBullQueue } from './bull-queue.js';
import { type TestRedis, testServers } from './testing/test-redis.js';

const silent = () => ({ info: vi.fn(), warn: vi.fn(), error: vi.fn() });

for (const { kind, available, open } of testServers) {
  describe.runIf(available)(kind, () => {
    let redis: TestRedis;
    beforeAll(async () => {
      redis = await open();
    });
    afterAll(() => redis.close());

    const window = 60;
    const make = async () => createBullQueue({ url: redis.url, prefix: redis.prefix(), window, log: silent() });
    jobQueueConformance('bullmq', make, { window });
  });
}
