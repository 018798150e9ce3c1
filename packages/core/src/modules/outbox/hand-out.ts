import type { Clock } from '../../ports/clock.js';
import { type JobKind, jobKinds } from '../../ports/job-queue.js';
import type { Records } from '../../ports/records.js';
import type { Bell } from './bell.js';

export interface HandOut {
  /** Rings what is due and free of a kind, the tenants in turn. Answers how many. */
  of(kind: JobKind): Promise<number>;
  /** The same for every kind: sees to it that a job whose bell was lost is done all the same. */
  sweep(): Promise<number>;
}

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
  const of = async (kind: JobKind) => {
    const due = await records.outbox.due(kind, clock.now(), 2 * window);
    for (const job of due) if (!(await bell(job))) break;
    return due.length;
  };
  return {
    of,
    async sweep() {
      let count = 0;
      for (const kind of jobKinds) count += await of(kind);
      return count;
    },
  };
}
