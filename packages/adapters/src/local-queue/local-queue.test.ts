import type { JobKey } from '@hippocamp/core/ports/job-queue';
import { jobQueueConformance } from '@hippocamp/core/testing/job-queue-conformance';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { describe, expect, it, vi } from 'vitest';
import { createLocalQueue } from './local-queue.js';

const silent = () => ({ info: vi.fn(), warn: vi.fn(), error: vi.fn() });

jobQueueConformance('local', async () => createLocalQueue({ log: silent() }));

const job: JobKey = { tenant: 'acme' as TenantId, kind: 'ingest', ref: 'trace-1' };

describe('local queue', () => {
  it('runs handlers in a later macrotask, not in the enqueue', async () => {
    const queue = createLocalQueue({ log: silent() });
    const handler = vi.fn(async () => {});
    queue.work('ingest', handler, { concurrency: 1 });
    await queue.enqueue(job);
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
    expect(handler).not.toHaveBeenCalled();
    await new Promise(setImmediate);
    expect(handler).toHaveBeenCalledOnce();
    await queue.close(1000);
  });

  it('lets timers come between jobs that never wait', async () => {
    const queue = createLocalQueue({ log: silent() });
    const handler = vi.fn(async () => {});
    queue.work('ingest', handler, { concurrency: 1 });
    for (let number = 0; number < 5000; number += 1) await queue.enqueue({ ...job, ref: String(number) });
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(handler.mock.calls.length).toBeLessThan(5000);
    await queue.close(1000);
  });

  it('logs the place of an error without its words', async () => {
    const log = silent();
    const queue = createLocalQueue({ log });
    const failure = Object.assign(new TypeError('cannot read "the secret of Ada"\nof Ada'), { code: 'E_SECRET' });
    queue.work('ingest', () => Promise.reject(failure), { concurrency: 1 });
    await queue.enqueue(job);
    expect(await queue.finished(job, 1000)).toBe(true);
    expect(log.error).toHaveBeenCalledWith(
      expect.objectContaining({ ...job, error: 'TypeError', code: 'E_SECRET' }),
      'job handler failed',
    );
    expect(JSON.stringify(log.error.mock.calls)).not.toContain('Ada');
    await queue.close(1000);
  });

  it('waits for the run that follows an enqueue during a run', async () => {
    const queue = createLocalQueue({ log: silent() });
    let runs = 0;
    const rungDuringFirst = new Promise<boolean>((resolve) => {
      const handler = async () => {
        runs += 1;
        if (runs > 1) return;
        await queue.enqueue(job);
        resolve(queue.finished(job, 1000));
      };
      queue.work('ingest', handler, { concurrency: 1 });
    });
    await queue.enqueue(job);
    expect(await rungDuringFirst).toBe(true);
    expect(runs).toBe(2);
    await queue.close(1000);
  });

  it('answers those who wait when it closes', async () => {
    const queue = createLocalQueue({ log: silent() });
    await queue.enqueue(job);
    const waiting = queue.finished(job, 60_000);
    await queue.close(1000);
    expect(await waiting).toBe(false);
    expect(await queue.finished(job, 60_000)).toBe(false);
  });
});
