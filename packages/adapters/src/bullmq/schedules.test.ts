import { setTimeout } from 'node:timers/promises';
import type { JobQueue } from '@hippocamp/core/ports/job-queue';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBullQueue } from './bull-queue.js';
import { silent } from './testing/jobs.js';
import { type TestRedis, testServers } from './testing/test-redis.js';

const SOON = { timeout: 60_000, interval: 10 };
/** ms that a queue may take to close. */
const CLOSED = 20_000;

for (const { kind, available, open } of testServers) {
  describe.runIf(available)(`schedules of several processes: ${kind}`, () => {
    let redis: TestRedis;
    let prefix: string;
    const opened: JobQueue[] = [];
    beforeAll(async () => {
      redis = await open();
    });
    afterAll(() => redis.close());
    beforeEach(() => {
      prefix = redis.prefix();
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((queue) => queue.close(CLOSED)));
    });

    const openQueue = () => {
      const queue = createBullQueue({ url: redis.url, prefix, window: 100, log: silent() });
      opened.push(queue);
      return queue;
    };

    const countRounds = async () => {
      const client = new Redis(redis.url);
      const [delayed, waiting, running] = await Promise.all([
        client.zcard(`${prefix}:schedule-sweep:delayed`),
        client.llen(`${prefix}:schedule-sweep:wait`),
        client.llen(`${prefix}:schedule-sweep:active`),
      ]);
      await client.quit();
      return delayed + waiting + running;
    };

    it('run one round at a time, whoever runs it', async () => {
      let running = 0;
      let most = 0;
      const rounds = [0, 0, 0];
      rounds.forEach((_, number) => {
        openQueue().schedule('sweep', 20, async () => {
          running += 1;
          most = Math.max(most, running);
          await setTimeout(50);
          running -= 1;
          rounds[number] = (rounds[number] ?? 0) + 1;
        });
      });
      await vi.waitFor(() => expect(rounds.reduce((sum, each) => sum + each)).toBeGreaterThan(20), SOON);
      expect(most).toBe(1);
    });

    it('go on when one of them leaves', async () => {
      let rounds = 0;
      const count = async () => {
        rounds += 1;
      };
      const [first, second] = [openQueue(), openQueue()];
      first.schedule('sweep', 50, count);
      second.schedule('sweep', 50, count);
      await vi.waitFor(() => expect(rounds).toBeGreaterThan(3), SOON);
      await first.close(CLOSED);
      const before = rounds;
      await vi.waitFor(() => expect(rounds).toBeGreaterThan(before + 3), SOON);
    });

    it('take a new interval over an old one', async () => {
      const first = openQueue();
      let slow = 0;
      first.schedule('sweep', 3_600_000, async () => {
        slow += 1;
      });
      await vi.waitFor(() => expect(slow).toBe(1), SOON);
      await first.close(CLOSED);
      let rounds = 0;
      openQueue().schedule('sweep', 50, async () => {
        rounds += 1;
      });
      await vi.waitFor(() => expect(rounds).toBeGreaterThan(3), SOON);
    });

    it('pile nothing up while nobody works', async () => {
      const first = openQueue();
      let rounds = 0;
      first.schedule('sweep', 20, async () => {
        rounds += 1;
      });
      await vi.waitFor(() => expect(rounds).toBeGreaterThan(3), SOON);
      await first.close(CLOSED);
      await setTimeout(200);
      expect(await countRounds()).toBe(1);
    });
  });
}
