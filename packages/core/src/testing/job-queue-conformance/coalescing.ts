import { describe, expect, it } from 'vitest';
import type { JobQueue } from '../../ports/job-queue.js';
import { createGate, createRecorder, jobOf, refs, ringAndWait, tenantOf, until } from './jobs.js';

const nothing = { waiting: 0, running: 0 };

export function coalescingSuite(queue: () => JobQueue): void {
  describe('coalesces', () => {
    it('a key that already waits', async () => {
      const tenant = tenantOf('waiting');
      const recorder = createRecorder();
      for (const ref of ['a', 'b', 'a', 'a', 'b']) await queue().enqueue(jobOf(tenant, ref));
      await until(async () => expect((await queue().depth()).ingest).toEqual({ waiting: 2, running: 0 }));
      queue().work('ingest', recorder.handler, { concurrency: 1 });
      await ringAndWait(queue(), jobOf(tenant, 'last'));
      expect(refs(recorder.started)).toEqual(['a', 'b', 'last']);
    });

    it('enqueues at the same time', async () => {
      const tenant = tenantOf('together');
      const recorder = createRecorder();
      await Promise.all(['a', 'a', 'a', 'a'].map((ref) => queue().enqueue(jobOf(tenant, ref))));
      queue().work('ingest', recorder.handler, { concurrency: 1 });
      await ringAndWait(queue(), jobOf(tenant, 'last'));
      expect(refs(recorder.started)).toEqual(['a', 'last']);
    });

    it('not keys of another tenant or kind', async () => {
      const [mine, yours] = [tenantOf('mine'), tenantOf('yours')];
      const recorder = createRecorder();
      for (const job of [jobOf(mine, 'a'), jobOf(yours, 'a'), jobOf(mine, 'a', 'index')]) await queue().enqueue(job);
      for (const kind of ['ingest', 'index'] as const) queue().work(kind, recorder.handler, { concurrency: 1 });
      await until(() => expect(recorder.handled).toHaveLength(3));
    });

    it('enqueues while the key runs into one more run, after the first', async () => {
      const tenant = tenantOf('running');
      const job = jobOf(tenant, 'a');
      const gate = createGate();
      const recorder = createRecorder(({ ref }) => (ref === 'a' ? gate.passed : Promise.resolve()));
      queue().work('ingest', recorder.handler, { concurrency: 4 });
      await queue().enqueue(job);
      await until(() => expect(recorder.started).toHaveLength(1));
      for (let enqueue = 0; enqueue < 3; enqueue += 1) await queue().enqueue(job);
      await ringAndWait(queue(), jobOf(tenant, 'b'));
      expect(refs(recorder.started)).toEqual(['a', 'b']);
      gate.open();
      await until(() => expect(recorder.handled).toHaveLength(3));
      await until(async () => expect((await queue().depth()).ingest).toEqual(nothing));
      expect(refs(recorder.started)).toEqual(['a', 'b', 'a']);
    });

    it('not what was handled before', async () => {
      const job = jobOf(tenantOf('again'), 'a');
      const recorder = createRecorder();
      queue().work('ingest', recorder.handler, { concurrency: 1 });
      for (let run = 0; run < 3; run += 1) expect(await ringAndWait(queue(), job)).toBe(true);
      expect(recorder.handled).toHaveLength(3);
    });
  });
}
