import type { Clock } from '../../ports/clock.js';
import type { JobKey, JobQueue } from '../../ports/job-queue.js';
import { pause } from '../waiting.js';

/** A notification can be lost; the row cannot. Read at least this often, ms. */
const LOOK_EVERY = 1000;
/** Long enough that the bell rings first and the sweeper only finds what nobody took, ms. */
export const SWEEP_AFTER = 2000;

export interface Following<Row> {
  read(): Promise<Row>;
  isDone(row: Row): boolean;
  /** What to do where the queue cannot be rung; nothing when left out, since the sweeper finds the job when it is back. */
  unrung?(error: unknown): Promise<void>;
  /** False when nobody waits. */
  waits: boolean;
}

/**
 * Rings a job that was accepted and waits, at most `wait` ms, until its row says that it is done. Null when it is not waited
 * for, or cannot be: nobody is told of it while the queue is away.
 */
export function createJobFollower({ queue, clock, wait }: { queue: JobQueue; clock: Clock; wait: number }) {
  /** Until the job is handled or some time has passed; a queue that cannot be asked says so at once. */
  const news = async (job: JobKey, milliseconds: number): Promise<void> => {
    const end = clock.now().getTime() + milliseconds;
    if (await queue.finished(job, milliseconds)) return;
    await pause(end - clock.now().getTime());
  };

  return async <Row>(job: JobKey, { read, isDone, unrung, waits }: Following<Row>): Promise<Row | null> => {
    const deadline = clock.now().getTime() + wait;
    // Before the bell, so that a fast worker is not missed.
    let pending = waits ? news(job, Math.min(wait, LOOK_EVERY)) : Promise.resolve();
    try {
      await queue.ring(job);
    } catch (error) {
      await unrung?.(error);
      return null;
    }
    if (!waits) return null;
    for (;;) {
      await pending;
      const row = await read();
      const left = deadline - clock.now().getTime();
      if (isDone(row) || left <= 0) return row;
      pending = news(job, Math.min(left, LOOK_EVERY));
    }
  };
}
