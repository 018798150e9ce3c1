import { randomUUID } from 'node:crypto';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { expect, vi } from 'vitest';
import type { JobHandler, JobKey, JobKind, JobQueue } from '../../ports/job-queue.js';

export type MakeJobQueue = () => Promise<JobQueue>;

/** Longer than any wait that ends well. */
export const PATIENCE = 60_000;

/** Long enough for a queue to show that nothing comes. */
export const SHORT = 30;

export const tenantOf = (name: string): TenantId => `${name}-${randomUUID()}` as TenantId;

export const jobOf = (tenant: TenantId, ref: string | number, kind: JobKind = 'ingest'): JobKey => ({
  tenant,
  kind,
  ref: String(ref),
});

export interface Gate {
  passed: Promise<void>;
  open(): void;
}

export function createGate(): Gate {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

/** A handler that notes what it got and how much of it at once. */
export interface Recorder {
  handler: JobHandler;
  started: JobKey[];
  handled: JobKey[];
  most(): number;
}

export function createRecorder(during: JobHandler = async () => {}): Recorder {
  const started: JobKey[] = [];
  const handled: JobKey[] = [];
  let most = 0;
  return {
    started,
    handled,
    most: () => most,
    async handler(job) {
      started.push(job);
      most = Math.max(most, started.length - handled.length);
      await during(job);
      handled.push(job);
    },
  };
}

export const refs = (jobs: readonly JobKey[]) => jobs.map(({ ref }) => ref);

export const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: PATIENCE, interval: 5 });

/** Gives the queue a little time to do what it must not. */
export const never = (check: () => void) =>
  expect(vi.waitFor(check, { timeout: SHORT, interval: 5 })).rejects.toThrow();

/** Enqueues a job and waits until it is handled: what was enqueued before it in its tenant has been handed out by then. */
export async function ringAndWait(queue: JobQueue, job: JobKey): Promise<boolean> {
  const finished = queue.finished(job, PATIENCE);
  await queue.enqueue(job);
  return finished;
}
