import type { Clock } from '../../ports/clock.js';
import { type JobKey, type JobKind, type JobQueue, jobKinds } from '../../ports/job-queue.js';
import type { Records } from '../../ports/records.js';

/** Rings for a job that is in the outbox. False when the queue cannot be reached: the sweeper rings it later. */
export type Bell = (job: JobKey) => Promise<boolean>;

/** A bell that is not rung costs a moment and never a write, so it does not throw; the queue logs its own outages. */
export const createBell =
  (queue: JobQueue): Bell =>
  (job) =>
    queue.ring(job).then(
      () => true,
      () => false,
    );

export interface HandOut {
  /** Rings what is due and free of a kind, the tenants in turn. Answers how many. */
  of(kind: JobKind): Promise<number>;
  /** The same for a queue that runs low, unless a look of a moment ago found no more than fits into it. */
  topUp(kind: JobKind): Promise<void>;
  /** The same for every kind: sees to it that a job whose bell was lost is done all the same. */
  sweep(): Promise<number>;
}

/** ms in which nothing is looked for after everything was handed out: what comes then rings for itself. */
const MOMENT = 500;

/**
 * The backlog is the outbox; the queue gets a window of it at a time. What already waits there is due and free too, and is
 * not added twice, so twice the window is looked at.
 */
export function createHandOut(dependencies: {
  records: Records;
  bell: Bell;
  clock: Clock;
  /** Jobs of a kind that may wait in the queue. */
  window: number;
}): HandOut {
  const { records, bell, clock, window } = dependencies;
  const allHandedOutAt = new Map<JobKind, number>();
  const of = async (kind: JobKind) => {
    const now = clock.now();
    const due = await records.outbox.due(kind, now, 2 * window);
    if (due.length < window) allHandedOutAt.set(kind, now.getTime());
    else allHandedOutAt.delete(kind);
    for (const job of due) if (!(await bell(job))) break;
    return due.length;
  };
  return {
    of,
    async topUp(kind) {
      const last = allHandedOutAt.get(kind);
      if (last === undefined || clock.now().getTime() - last > MOMENT) await of(kind);
    },
    async sweep() {
      let count = 0;
      for (const kind of jobKinds) count += await of(kind);
      return count;
    },
  };
}
