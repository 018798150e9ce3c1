/** @module-tag long */
import { setTimeout } from 'node:timers/promises';
import { type LoneWorker, startLoneWorker } from '@hippocamp/adapters/bullmq/testing/programs';
import type { JobQueue } from '@hippocamp/core/ports/job-queue';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBullQueue } from './bull-queue.js';
import { job, silent } from './testing/jobs.js';
import { hasRedis, type RedisServer, startRedisServer } from './testing/redis-server.js';

/** A process has to start, and a job is taken over after some seconds. */
const SOON = { timeout: 60_000, interval: 20 };

describe.runIf(await hasRedis())('workers in processes of their own', () => {
  let server: RedisServer;
  let queue: JobQueue;
  let prefix: string;
  const workers: LoneWorker[] = [];

  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    prefix = `processes-${crypto.randomUUID()}`;
    queue = createBullQueue({ url: server.url, prefix, window: 100, enqueueTimeout: 60_000, log: silent() });
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.kill()));
    await queue.close(100);
  });

  const start = (task: 'jobs' | 'rounds') => {
    const worker = startLoneWorker(task, server.url, prefix);
    workers.push(worker);
    return worker;
  };
  const says = (worker: LoneWorker, line: string) => vi.waitFor(() => expect(worker.said).toContain(line), SOON);

  it('one that is killed twice over the same job leaves it to the third', async () => {
    await queue.enqueue(job('heavy'));
    for (let time = 0; time < 2; time += 1) {
      const worker = start('jobs');
      await says(worker, 'begun heavy');
      await worker.kill();
    }
    const third = start('jobs');
    await says(third, 'begun heavy');
    const finished = queue.finished(job('heavy'), SOON.timeout);
    third.tell();
    expect(await finished).toBe(true);
    await vi.waitFor(async () => expect((await queue.depth()).ingest).toEqual({ waiting: 0, running: 0 }), SOON);
  });

  it('one that is held up is relieved, and its late end does no harm', async () => {
    const sleeper = start('jobs');
    await queue.enqueue(job('slow'));
    await says(sleeper, 'begun slow');
    sleeper.process.kill('SIGSTOP');
    const second = start('jobs');
    await says(second, 'begun slow');
    sleeper.process.kill('SIGCONT');
    for (const worker of [sleeper, second]) worker.tell();
    await says(sleeper, 'ended slow');
    await says(second, 'ended slow');
    await vi.waitFor(async () => expect((await queue.depth()).ingest).toEqual({ waiting: 0, running: 0 }), SOON);
    await queue.enqueue(job('next'));
    await vi.waitFor(() => expect([...sleeper.said, ...second.said]).toContain('begun next'), SOON);
  });

  it('share a schedule: one round at a time, and another goes on when the one is killed', async () => {
    const two = [start('rounds'), start('rounds')];
    const begun = () => two.flatMap(({ said }) => said.filter((line) => line === 'begun a round'));
    // BullMQ names the connection of a waiting worker after its keys.
    const workersSeen = async () => String(await server.tell(['client', 'list'])).split(`name=${prefix}:`).length - 1;
    await vi.waitFor(async () => expect(await workersSeen()).toBe(2), SOON);
    await vi.waitFor(() => expect(begun().length).toBeGreaterThan(0), SOON);
    await setTimeout(1_000);
    expect(begun()).toHaveLength(1);
    const [one, other] = two[0]?.said.includes('begun a round') ? two : [...two].reverse();
    if (!one || !other) throw new Error('There are two workers.');
    await one.kill();
    await says(other, 'begun a round');
  });
});
