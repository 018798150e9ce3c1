import { jobQueueConformance } from '@hippocamp/core/testing/job-queue-conformance';
import { afterAll, beforeAll, describe } from 'vitest';
import { createBullQueue } from './bull-queue.js';
import { silent } from './testing/jobs.js';
import { type TestRedis, testServers } from './testing/test-redis.js';

for (const { kind, available, open } of testServers) {
  describe.runIf(available)(kind, () => {
    let redis: TestRedis;
    beforeAll(async () => {
      redis = await open();
    });
    afterAll(() => redis.close());

    // On a machine that is busy a ring may take longer than one would wait for it.
    const options = { window: 60, ringTime: 5_000, log: silent() };
    const make = async () => createBullQueue({ ...options, url: redis.url, prefix: redis.prefix() });
    jobQueueConformance('bullmq', make, options);
  });
}
