import type { JobKey, JobQueue } from '../../ports/job-queue.js';

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
