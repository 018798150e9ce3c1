import type { JobHandler, JobKey, QueueDepth } from '@hippocamp/core/ports/job-queue';
import { createLane } from './lane.js';
import { createWaiters } from './waiters.js';

/** Everything of one kind of job. */
export interface Station {
  ring(job: JobKey): void;
  work(handler: JobHandler, concurrency: number): void;
  finished(job: JobKey, timeoutMs: number): Promise<boolean>;
  depth(): QueueDepth;
  /** Hands out nothing more; resolves when nothing runs. */
  stop(): Promise<void>;
  /** Answers those who still wait. */
  dismiss(): void;
}

interface Worker {
  handler: JobHandler;
  concurrency: number;
}

/** No tenant has a space in it. */
const keyOf = ({ tenant, ref }: JobKey) => `${tenant} ${ref}`;

export function createStation(onError: (job: JobKey, error: unknown) => void): Station {
  const lane = createLane();
  const waiting = new Set<string>();
  const running = new Set<string>();
  const rungAgain = new Set<string>();
  const waiters = createWaiters();
  let worker: Worker | undefined;
  let planned = false;
  let stopped = false;
  let idle: Promise<void> | undefined;
  let whenIdle: (() => void) | undefined;

  const enqueue = (job: JobKey) => {
    const key = keyOf(job);
    if (waiting.has(key)) return;
    waiting.add(key);
    lane.add(job);
  };

  const run = async ({ handler }: Worker, job: JobKey) => {
    const key = keyOf(job);
    waiting.delete(key);
    running.add(key);
    waiters.runStarts(key);
    try {
      await handler(job);
    } catch (error) {
      onError(job, error);
    }
    running.delete(key);
    waiters.runEnds(key);
    if (rungAgain.delete(key)) enqueue(job);
    if (running.size === 0) whenIdle?.();
    plan();
  };

  const handOut = () => {
    planned = false;
    while (worker && !stopped && running.size < worker.concurrency) {
      const job = lane.take();
      if (!job) return;
      void run(worker, job);
    }
  };

  /** In a later macrotask: PGlite settles in microtasks only, and a chain of jobs would starve the timers. */
  const plan = () => {
    if (planned) return;
    planned = true;
    setImmediate(handOut);
  };

  return {
    ring(job) {
      if (running.has(keyOf(job))) rungAgain.add(keyOf(job));
      else enqueue(job);
      plan();
    },
    work(handler, concurrency) {
      worker = { handler, concurrency };
      plan();
    },
    finished(job, timeoutMs) {
      const key = keyOf(job);
      return waiters.wait(key, running.has(key) && !rungAgain.has(key) ? 'current' : 'next', timeoutMs);
    },
    depth: () => ({ waiting: waiting.size + rungAgain.size, running: running.size }),
    stop() {
      stopped = true;
      idle ??= new Promise((resolve) => {
        if (running.size === 0) resolve();
        else whenIdle = resolve;
      });
      return idle;
    },
    dismiss: waiters.dismiss,
  };
}
