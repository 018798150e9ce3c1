import { describe, expect, it } from 'vitest';
import { type JobQueue, jobKinds } from '../../ports/job-queue.js';
import { createGate, createRecorder, jobOf, PATIENCE, refs, ringAndWait, tenantOf, until } from './jobs.js';

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

export function handingOutSuite(queue: () => JobQueue): void {
  describe('hands out', () => {
    it('the key that was enqueued, of every kind', async () => {
      for (const kind of jobKinds) {
        const recorder = createRecorder();
        queue().work(kind, recorder.handler, { concurrency: 1 });
        const job = jobOf(tenantOf('any'), 'reference: 1/ä', kind);
        expect(await ringAndWait(queue(), job)).toBe(true);
        expect(recorder.handled).toEqual([job]);
      }
    });

    it('what was enqueued before work began', async () => {
      const tenant = tenantOf('early');
      for (const number of numbers(3)) await queue().enqueue(jobOf(tenant, number));
      const recorder = createRecorder();
      queue().work('ingest', recorder.handler, { concurrency: 1 });
      await until(() => expect(recorder.handled).toHaveLength(3));
    });

    it('jobs of a tenant in their order', async () => {
      const tenant = tenantOf('ordered');
      const recorder = createRecorder();
      queue().work('index', recorder.handler, { concurrency: 1 });
      for (const number of numbers(50)) await queue().enqueue(jobOf(tenant, number, 'index'));
      await ringAndWait(queue(), jobOf(tenant, 'last', 'index'));
      expect(refs(recorder.handled)).toEqual([...numbers(50).map(String), 'last']);
    });

    it('no more at once than is allowed, and that many', async () => {
      const [first, second] = [tenantOf('first'), tenantOf('second')];
      const gate = createGate();
      const recorder = createRecorder(() => gate.passed);
      queue().work('ingest', recorder.handler, { concurrency: 3 });
      for (const number of numbers(10)) await queue().enqueue(jobOf(first, number));
      for (const number of numbers(10)) await queue().enqueue(jobOf(second, number));
      await until(async () => expect((await queue().depth()).ingest).toEqual({ waiting: 17, running: 3 }));
      gate.open();
      await until(() => expect(recorder.handled).toHaveLength(20));
      expect(recorder.most()).toBe(3);
    });

    it('one kind while another is held up', async () => {
      const tenant = tenantOf('held');
      const gate = createGate();
      queue().work('ingest', () => gate.passed, { concurrency: 1 });
      queue().work('index', async () => {}, { concurrency: 1 });
      await queue().enqueue(jobOf(tenant, 1));
      expect(await ringAndWait(queue(), jobOf(tenant, 1, 'index'))).toBe(true);
      gate.open();
    });
  });
}

export function fairnessSuite(queue: () => JobQueue): void {
  describe('is fair', () => {
    it('to one job behind the thousand of another tenant', async () => {
      const [flood, small] = [tenantOf('flood'), tenantOf('small')];
      for (const number of numbers(1000)) await queue().enqueue(jobOf(flood, number));
      const recorder = createRecorder();
      const finished = queue().finished(jobOf(small, 'one'), PATIENCE);
      await queue().enqueue(jobOf(small, 'one'));
      queue().work('ingest', recorder.handler, { concurrency: 1 });
      expect(await finished).toBe(true);
      expect(refs(recorder.started).indexOf('one')).toBeLessThan(5);
    });

    it('to a tenant that comes while another is worked on', async () => {
      const [flood, small] = [tenantOf('flood'), tenantOf('small')];
      const gate = createGate();
      const recorder = createRecorder(({ ref }) => (ref === '10' ? gate.passed : Promise.resolve()));
      queue().work('ingest', recorder.handler, { concurrency: 1 });
      for (const number of numbers(300)) await queue().enqueue(jobOf(flood, number));
      await until(() => expect(refs(recorder.started)).toContain('10'));
      const finished = queue().finished(jobOf(small, 'late'), PATIENCE);
      await queue().enqueue(jobOf(small, 'late'));
      gate.open();
      expect(await finished).toBe(true);
      expect(refs(recorder.started).indexOf('late')).toBeLessThan(16);
    });
  });
}
