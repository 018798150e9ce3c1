/** @module-tag long */
import { setTimeout } from 'node:timers/promises';
import { settlesWithin } from '@hippocamp/core/modules/waiting';
import { EngineUnwell } from '@hippocamp/core/ports/engine-health';
import type { JobKind, JobQueue } from '@hippocamp/core/ports/job-queue';
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { createBullQueue } from './bull-queue.js';
import { job, silent } from './testing/jobs.js';
import { hasRedis, type RedisServer, startRedisServer } from './testing/redis-server.js';

/** ms in which a busy machine does what takes it no time; a call that waits for the server takes longer. */
const AT_ONCE = 20_000;
/** ms, longer than a worker waits for a job at a time. */
const OUTAGE = 3_000;
type Command = readonly [string, ...string[]];
const HEALED = { timeout: 60_000, interval: 20 };

describe.runIf(await hasRedis())('a Redis in trouble', () => {
  let server: RedisServer;
  let queue: JobQueue;
  let log: ReturnType<typeof silent>;
  let health: { lost: Mock<(reason: string) => void>; back: Mock<() => void> };
  const open = () => createBullQueue({ url: server.url, prefix: 'trouble', window: 100, log, health });

  beforeEach(async () => {
    server = await startRedisServer();
    log = silent();
    health = { lost: vi.fn(), back: vi.fn() };
    queue = open();
    await vi.waitFor(() => queue.ping(), HEALED);
  });
  afterEach(async () => {
    await queue.close(100).finally(() => server.close());
  });

  const enqueue = (ref: string, kind?: JobKind) => vi.waitFor(() => queue.enqueue(job(ref, kind)), HEALED);
  const expectWaiting = (count: number) =>
    vi.waitFor(async () => expect((await queue.depth()).ingest.waiting).toBe(count), HEALED);
  /** They fail while the server is as it is, which it stays. */
  const allFail = async (calls: Promise<unknown>[]) => {
    const ended = Promise.allSettled(calls);
    expect(await settlesWithin(ended, AT_ONCE)).toBe(true);
    for (const { status } of await ended) expect(status).toBe('rejected');
  };

  describe('an enqueue fails at once and is not kept', () => {
    it('while the server is down', async () => {
      await enqueue('before');
      await server.stop();
      await vi.waitFor(() => allFail([queue.enqueue(job('a')), queue.enqueue(job('b'))]), HEALED);
      await allFail([queue.ping(), queue.depth()]);
      await server.start();
      await vi.waitFor(() => queue.ping(), HEALED);
      await expectWaiting(0);
      await enqueue('after');
      await expectWaiting(1);
    });

    it('while it was never there', async () => {
      await server.stop();
      const another = open();
      await allFail([another.enqueue(job('a'))]);
      expect(await another.finished(job('a'), 5_000)).toBe(false);
      await server.start();
      await vi.waitFor(() => another.enqueue(job('b')), HEALED);
      await expectWaiting(1);
      await another.close(100);
    });

    it('while it hangs', async () => {
      await enqueue('before');
      server.pause();
      await allFail([queue.enqueue(job('a')), queue.enqueue(job('b'))]);
      const another = open();
      await allFail([another.enqueue(job('c'))]);
      server.resume();
      await vi.waitFor(() => queue.ping(), HEALED);
      await expectWaiting(1);
      await another.close(100);
    });

    it('while it is full', async () => {
      await server.tell(['config', 'set', 'maxmemory', '1']);
      await allFail([queue.enqueue(job('a')), queue.enqueue(job('b'))]);
      await server.tell(['config', 'set', 'maxmemory', '0']);
      await enqueue('c');
      await expectWaiting(1);
    });
  });

  describe('who waits is not kept waiting', () => {
    it('when the server goes', async () => {
      const finished = queue.finished(job('a'), 100_000);
      await enqueue('a');
      await server.kill();
      expect(await settlesWithin(finished, AT_ONCE)).toBe(true);
      expect(await finished).toBe(false);
    });

    it('when it is not there', async () => {
      await queue.ping();
      await server.kill();
      await vi.waitFor(() => expect(queue.ping()).rejects.toThrow(), HEALED);
      expect(await queue.finished(job('a'), 20_000)).toBe(false);
    });

    it('longer than he will when it hangs', async () => {
      await queue.ping();
      server.pause();
      expect(await queue.finished(job('a'), 50)).toBe(false);
      server.resume();
    });
  });

  const worksAgain = async (handled: string[], rounds: () => number) => {
    const [before, ref] = [rounds(), crypto.randomUUID()];
    await enqueue(ref);
    await vi.waitFor(() => expect(handled).toContain(ref), HEALED);
    await vi.waitFor(() => expect(rounds()).toBeGreaterThan(before + 1), HEALED);
    // A waiting caller is dismissed when the connection breaks once more.
    await vi.waitFor(async () => {
      const again = crypto.randomUUID();
      const finished = queue.finished(job(again), 10_000);
      await enqueue(again);
      expect(await finished).toBe(true);
    }, HEALED);
  };

  const startWork = () => {
    const handled: string[] = [];
    let rounds = 0;
    queue.work('ingest', async ({ ref }) => void handled.push(ref), { concurrency: 2 });
    queue.schedule('sweep', 50, async () => {
      rounds += 1;
    });
    return { handled, rounds: () => rounds };
  };

  describe('everything goes on', () => {
    it.each(['stop', 'kill'] as const)('after a restart that lost all (%s)', async (how) => {
      const { handled, rounds } = startWork();
      await worksAgain(handled, rounds);
      await server[how]();
      await setTimeout(OUTAGE);
      await server.start();
      await worksAgain(handled, rounds);
    });

    it('after a restart that lost nothing', async () => {
      await server.close();
      server = await startRedisServer({ appendonly: true });
      await queue.close(100);
      queue = open();
      for (const ref of ['a', 'b', 'c']) await enqueue(ref);
      await server.kill();
      await setTimeout(OUTAGE);
      await server.start();
      const { handled, rounds } = startWork();
      await worksAgain(handled, rounds);
      expect(handled).toEqual(expect.arrayContaining(['a', 'b', 'c']));
    });

    it('after it was emptied, also in the middle of a job', async () => {
      const { handled, rounds } = startWork();
      await worksAgain(handled, rounds);
      await server.tell(['flushall']);
      await worksAgain(handled, rounds);
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const begun = vi.fn(() => held);
      queue.work('index', begun, { concurrency: 1 });
      await enqueue('held', 'index');
      await vi.waitFor(() => expect(begun).toHaveBeenCalledOnce(), HEALED);
      await server.tell(['flushall']);
      release();
      await vi.waitFor(async () => {
        await queue.enqueue(job('held', 'index'));
        expect(begun.mock.calls.length).toBeGreaterThan(1);
      }, HEALED);
      await worksAgain(handled, rounds);
    });

    it('after it hung', async () => {
      const { handled, rounds } = startWork();
      await worksAgain(handled, rounds);
      server.pause();
      await setTimeout(OUTAGE);
      server.resume();
      await worksAgain(handled, rounds);
    });

    it('after it was full', async () => {
      const { handled, rounds } = startWork();
      await worksAgain(handled, rounds);
      await server.tell(['config', 'set', 'maxmemory', '1']);
      await setTimeout(OUTAGE);
      await server.tell(['config', 'set', 'maxmemory', '0']);
      await worksAgain(handled, rounds);
      expect(log.warn.mock.calls.length).toBeLessThan(10);
    });

    it('when work began before there was a server', async () => {
      await server.stop();
      await queue.close(100);
      queue = open();
      const { handled, rounds } = startWork();
      await setTimeout(OUTAGE);
      await server.start();
      await worksAgain(handled, rounds);
    });
  });

  it('is told once, however long it takes', async () => {
    const { handled, rounds } = startWork();
    await worksAgain(handled, rounds);
    log.warn.mockClear();
    await server.kill();
    await setTimeout(OUTAGE);
    await server.start();
    await worksAgain(handled, rounds);
    expect(health.lost).toHaveBeenCalledOnce();
    expect(health.back).toHaveBeenCalledOnce();
    // BullMQ may also miss the job that ran when Redis forgot it.
    const lines = [...log.warn.mock.calls, ...log.info.mock.calls].map(([, message]) => message);
    expect(lines.filter((line) => !line.includes('complains'))).toEqual([]);
    expect(lines.length).toBeLessThan(4);
    expect(log.error).not.toHaveBeenCalled();
  });

  describe('a server that answers and takes no job', () => {
    const few = 'min-replicas-to-write';
    it.each<[string, Command, Command]>([
      ['is out of memory', ['config', 'set', 'maxmemory', '1'], ['config', 'set', 'maxmemory', '0']],
      ['is read-only', ['replicaof', '127.0.0.1', '1'], ['replicaof', 'no', 'one']],
      ['too few replicas', ['config', 'set', few, '1'], ['config', 'set', few, '0']],
    ])('%s', async (expected, worsen, mend) => {
      await server.tell(worsen);
      await expect(queue.ping()).rejects.toThrow(expected);
      await expect(queue.ping()).rejects.toBeInstanceOf(EngineUnwell);
      expect(health.lost.mock.calls).toEqual([[expect.stringContaining(expected)]]);
      expect(health.lost.mock.calls.flat().join()).not.toContain('127.0.0.1');
      await server.tell(mend);
      await vi.waitFor(() => queue.ping(), HEALED);
      expect(health.back).toHaveBeenCalledOnce();
    });

    it('is told by an enqueue too, and what a ping writes does not stay', async () => {
      await server.tell(['config', 'set', 'maxmemory', '1']);
      await expect(queue.enqueue(job('a'))).rejects.toThrow();
      await vi.waitFor(() => expect(health.lost).toHaveBeenCalledOnce(), HEALED);
      await server.tell(['config', 'set', 'maxmemory', '0']);
      await vi.waitFor(() => queue.ping(), HEALED);
      expect(Number(await server.tell(['pttl', 'trouble:ping']))).toBeGreaterThan(0);
    });
  });

  describe('a close does not hang', () => {
    const closes = async (which: JobQueue) => {
      expect(await settlesWithin(which.close(200), AT_ONCE)).toBe(true);
    };

    it('when the server is down', async () => {
      const { handled, rounds } = startWork();
      await worksAgain(handled, rounds);
      await server.kill();
      await closes(queue);
    });

    it('when it was never there', async () => {
      await server.kill();
      const another = open();
      another.work('ingest', async () => {}, { concurrency: 1 });
      another.schedule('sweep', 50, async () => {});
      const finished = another.finished(job('a'), 20_000);
      await closes(another);
      expect(await finished).toBe(false);
    });

    it('when it hangs', async () => {
      const { handled, rounds } = startWork();
      await worksAgain(handled, rounds);
      server.pause();
      await closes(queue);
      server.resume();
    });
  });
});
