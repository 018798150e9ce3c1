import type { JobKey, JobKind } from '../../ports/job-queue.js';
import type { Log } from '../../ports/log.js';

/** An outage puts off every job again and again: the first, tenth, hundredth … of a kind are enough to see it by. */
const isTold = (count: number): boolean => /^10*$/.test(String(count));

/** Says which kinds of jobs this process puts off, until one of the kind is done. */
export function createPostponements(log: Log): { note(job: JobKey, error: string): void; end(kind: JobKind): void } {
  const counts = new Map<JobKind, number>();
  return {
    note(job, error) {
      const count = (counts.get(job.kind) ?? 0) + 1;
      counts.set(job.kind, count);
      if (isTold(count)) log.warn({ ...job, postponements: count, error }, 'job postponed');
    },
    end: (kind) => void counts.delete(kind),
  };
}
