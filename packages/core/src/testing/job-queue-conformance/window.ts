import { describe, expect, it } from 'vitest';
import type { JobKey, JobQueue } from '../../ports/job-queue.js';
import { createGate, createRecorder, jobOf, refs, ringAndWait, tenantOf, until } from './jobs.js';

export function withoutWindowSuite(queue: () => JobQueue): void {
  it('never asks for more', async () => {
    const tenant = tenantOf('kept');
    let asked = 0;
    const whenLow = async () => {
      asked += 1;
    };
    queue().work('ingest', async () => {}, { concurrency: 1, whenLow });
    for (const ref of ['a', 'b', 'c']) await ringAndWait(queue(), jobOf(tenant, ref));
    expect(asked).toBe(0);
  });
}

/** A work list as the outbox is one: everything that is not done is due, and the tenants take turns. */
function createWorkList(jobs: readonly JobKey[]) {
  const left = new Map<string, JobKey[]>();
  for (const job of jobs) left.set(job.tenant, [...(left.get(job.tenant) ?? []), job]);
  return {
    done(job: JobKey) {
      left.set(job.tenant, left.get(job.tenant)?.filter(({ ref }) => ref !== job.ref) ?? []);
    },
    /** Up to `limit` keys: the first of every tenant, then the second of every tenant, … */
    due(limit: number): JobKey[] {
      const rows = [...left.values()];
      const longest = Math.max(0, ...rows.map(({ length }) => length));
      const turns = Array.from({ length: longest }, (_, turn) => rows.flatMap((row) => row[turn] ?? []));
      return turns.flat().slice(0, limit);
    },
  };
}

const jobsOf = (name: string, count: number) => {
  const tenant = tenantOf(name);
  return Array.from({ length: count }, (_, number) => jobOf(tenant, `${name} ${number}`));
};

export function windowSuite(queue: () => JobQueue, window: number): void {
  describe('keeps a window', () => {
    it('and drops what is enqueued beyond it', async () => {
      for (const job of jobsOf('many', window + 20)) await queue().enqueue(job);
      await until(async () => expect((await queue().depth()).ingest).toEqual({ waiting: window, running: 0 }));
    });

    it('and asks for more when less than half of it waits, never twice at once', async () => {
      const gate = createGate();
      const jobs = jobsOf('low', window);
      for (const job of jobs) await queue().enqueue(job);
      let asking = 0;
      let most = 0;
      const lowest: number[] = [];
      const asked = queue();
      const whenLow = async () => {
        asking += 1;
        most = Math.max(most, asking);
        lowest.push((await asked.depth()).ingest.waiting);
        await gate.passed;
        asking -= 1;
      };
      const recorder = createRecorder();
      queue().work('ingest', recorder.handler, { concurrency: 4, whenLow });
      await until(() => expect(recorder.handled).toHaveLength(window));
      expect(lowest[0]).toBeLessThan(window / 2);
      gate.open();
      await until(() => expect(asking).toBe(0));
      expect(most).toBe(1);
    });

    it('and goes on when asking fails', async () => {
      let asked = 0;
      const whenLow = (): Promise<void> => {
        asked += 1;
        throw new Error('the work list of the conformance suite fails');
      };
      queue().work('ingest', async () => {}, { concurrency: 1, whenLow });
      const [first, second] = jobsOf('failing', 2);
      if (first && second) for (const job of [first, second]) expect(await ringAndWait(queue(), job)).toBe(true);
      await until(() => expect(asked).toBeGreaterThan(0));
    });

    it('so that tenants take turns, however much one of them has', { tags: ['long'] }, async () => {
      const asked = queue();
      const [flood, small] = [jobsOf('flood', 5 * window), jobsOf('small', window)];
      const list = createWorkList([...flood, ...small]);
      const recorder = createRecorder(async (job) => list.done(job));
      const whenLow = async () => {
        for (const job of list.due(2 * window)) await asked.enqueue(job);
      };
      for (const job of [...flood, ...small]) await asked.enqueue(job);
      asked.work('ingest', recorder.handler, { concurrency: 2, whenLow });
      await until(() => expect(list.due(1)).toEqual([]));
      // A key that is enqueued while it runs is run once more; its first run counts.
      const order = [...new Set(refs(recorder.started))];
      const places = order.flatMap((ref, place) => (ref.startsWith('small') ? [place] : []));
      expect(order).toHaveLength(6 * window);
      // The window was full of the flood; from then on about every second job is one of the small tenant's.
      expect(places[0]).toBeLessThanOrEqual(window);
      expect(places.at(-1)).toBeLessThan(3.5 * window);
    });
  });
}
