import type { Clock } from '../../ports/clock.js';
import type { JobQueue } from '../../ports/job-queue.js';
import type { Log } from '../../ports/log.js';
import type { Records } from '../../ports/records.js';

export interface Sweeper {
  /** Rings every job that is due and free. Answers how many. */
  sweep(): Promise<number>;
  /** Waits for a running sweep and sweeps no more. */
  stop(): Promise<void>;
}

const WINDOW = 500;

/** Sees to it that a job whose bell was lost is done all the same. */
export function startSweeper(dependencies: {
  records: Records;
  queue: JobQueue;
  clock: Clock;
  log: Log;
  /** ms between sweeps */
  every: number;
}): Sweeper {
  const { records, queue, clock, log, every } = dependencies;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const sweep = async () => {
    const due = await records.outbox.due(clock.now(), WINDOW);
    for (const job of due) await queue.ring(job);
    return due.length;
  };

  const plan = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = sweep()
        .then(() => undefined)
        .catch((error: unknown) => log.warn({ error: String(error) }, 'sweep failed'))
        .finally(plan);
    }, every);
    timer.unref();
  };
  plan();

  return {
    sweep,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
