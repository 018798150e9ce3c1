import { describe, expect, it } from 'vitest';
import type { JobQueue } from '../../ports/job-queue.js';
import {
  createGate,
  createRecorder,
  jobOf,
  never,
  PATIENCE,
  refs,
  ringAndWait,
  SHORT,
  tenantOf,
  until,
} from './jobs.js';

export function finishedSuite(queue: () => JobQueue): void {
  describe('finished', () => {
    it('tells all who wait, before and after the enqueue', async () => {
      const job = jobOf(tenantOf('several'), 'a');
      const before = [queue().finished(job, PATIENCE), queue().finished(job, PATIENCE)];
      await queue().enqueue(job);
      const after = queue().finished(job, PATIENCE);
      queue().work('ingest', async () => {}, { concurrency: 1 });
      expect(await Promise.all([...before, after])).toEqual([true, true, true]);
    });

    it('tells who asks while the job runs', async () => {
      const job = jobOf(tenantOf('running'), 'a');
      const gate = createGate();
      const recorder = createRecorder(() => gate.passed);
      queue().work('ingest', recorder.handler, { concurrency: 1 });
      await queue().enqueue(job);
      await until(() => expect(recorder.started).toHaveLength(1));
      const finished = queue().finished(job, PATIENCE);
      gate.open();
      expect(await finished).toBe(true);
    });

    it('tells who waits of a job that was handled beside the queue', async () => {
      const job = jobOf(tenantOf('beside'), 'a');
      const finished = queue().finished(job, PATIENCE);
      await queue().enqueue(job);
      await queue().announce(job);
      expect(await finished).toBe(true);
    });

    it('is false when time is up', async () => {
      const job = jobOf(tenantOf('never'), 'a');
      expect(await queue().finished(job, SHORT)).toBe(false);
      await queue().enqueue(job);
      expect(await queue().finished(job, SHORT)).toBe(false);
    });

    it('does not count what was handled before, or another key', async () => {
      const [mine, yours] = [tenantOf('mine'), tenantOf('yours')];
      for (const kind of ['ingest', 'index'] as const) queue().work(kind, async () => {}, { concurrency: 1 });
      await ringAndWait(queue(), jobOf(mine, 'a'));
      const waiting = [jobOf(mine, 'a'), jobOf(yours, 'a'), jobOf(mine, 'a', 'index')].map((job) =>
        queue().finished(job, SHORT),
      );
      await ringAndWait(queue(), jobOf(mine, 'b'));
      expect(await Promise.all(waiting)).toEqual([false, false, false]);
    });
  });

  describe('a handler that fails', () => {
    it('counts as handled, is not tried again and holds up nothing', async () => {
      const tenant = tenantOf('failing');
      const recorder = createRecorder();
      const failing = async (job: Parameters<typeof recorder.handler>[0]) => {
        await recorder.handler(job);
        if (job.ref === 'bad') throw new Error('the handler of the conformance suite fails');
      };
      queue().work('ingest', failing, { concurrency: 1 });
      expect(await ringAndWait(queue(), jobOf(tenant, 'bad'))).toBe(true);
      expect(await ringAndWait(queue(), jobOf(tenant, 'good'))).toBe(true);
      expect(refs(recorder.started)).toEqual(['bad', 'good']);
      await until(async () => expect((await queue().depth()).ingest).toEqual({ waiting: 0, running: 0 }));
    });

    it('without a promise is the same', async () => {
      const tenant = tenantOf('throwing');
      const throwing = (): Promise<void> => {
        throw new Error('the handler of the conformance suite throws');
      };
      queue().work('ingest', throwing, { concurrency: 1 });
      expect(await ringAndWait(queue(), jobOf(tenant, 'bad'))).toBe(true);
      expect(await ringAndWait(queue(), jobOf(tenant, 'worse'))).toBe(true);
    });
  });
}

export function closeSuite(queue: () => JobQueue): void {
  describe('close', () => {
    it('waits for what runs and hands out nothing more', async () => {
      const tenant = tenantOf('closing');
      const gate = createGate();
      const recorder = createRecorder(() => gate.passed);
      queue().work('ingest', recorder.handler, { concurrency: 1 });
      for (const ref of ['a', 'b', 'c']) await queue().enqueue(jobOf(tenant, ref));
      await until(() => expect(recorder.started).toHaveLength(1));
      const handledAtClose = queue()
        .close(PATIENCE)
        .then(() => refs(recorder.handled));
      await expect(queue().enqueue(jobOf(tenant, 'd'))).rejects.toThrow();
      gate.open();
      expect(await handledAtClose).toEqual(['a']);
      await never(() => expect(recorder.started.length).toBeGreaterThan(1));
    });

    it('waits no longer than it may', async () => {
      const gate = createGate();
      const recorder = createRecorder(() => gate.passed);
      queue().work('ingest', recorder.handler, { concurrency: 1 });
      await queue().enqueue(jobOf(tenantOf('stuck'), 'a'));
      await until(() => expect(recorder.started).toHaveLength(1));
      await queue().close(SHORT);
      expect(recorder.handled).toEqual([]);
      gate.open();
    });

    it('rejects what is enqueued afterwards, and may come twice', async () => {
      await queue().close(PATIENCE);
      await expect(queue().enqueue(jobOf(tenantOf('late'), 'a'))).rejects.toThrow();
      await queue().close(PATIENCE);
    });
  });
}
