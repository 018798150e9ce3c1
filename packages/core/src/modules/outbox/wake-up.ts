import { setMaxListeners } from 'node:events';
import type { Clock } from '../../ports/clock.js';
import { type JobKey, type JobKind, type JobQueue, jobKinds } from '../../ports/job-queue.js';
import type { Records } from '../../ports/records.js';
import { pause } from '../waiting.js';

/** False when the queue cannot be reached. The sweeper then enqueues the job later. */
export type WakeUp = (job: JobKey) => Promise<boolean>;

/** Does not throw, because a lost wake-up costs only a moment. */
export const createWakeUp =
  (queue: JobQueue): WakeUp =>
  (job) =>
    queue.enqueue(job).then(
      () => true,
      () => false,
    );

export interface HandOut {
  /** Enqueues the due and free jobs of a kind, the tenants in turn. Answers their number. */
  of(kind: JobKind): Promise<number>;
  /** Does nothing shortly after a look that handed out all due jobs, or after one that failed. */
  topUp(kind: JobKind): Promise<void>;
  /** Enqueues the due jobs of all kinds, because wake-ups may be lost. */
  sweep(): Promise<number>;
}

/** ms. The pause after a failed look doubles with each failure in a row. */
const REST = 500;
const LONGEST_REST = 30_000;

/** The pause after everything was handed out, ms. New jobs wake workers up themselves. */
const MOMENT = 500;

/** Hands the outbox to the queue by windows. Jobs already in the queue are due too, so twice the window is read. */
export function createHandOut({
  records,
  wakeUp,
  clock,
  window,
}: {
  records: Records;
  wakeUp: WakeUp;
  clock: Clock;
  /** The most jobs of a kind that wait in the queue. */
  window: number;
}): HandOut {
  const allHandedOutAt = new Map<JobKind, number>();
  const failed = new Map<JobKind, { looks: number; restsUntil: number }>();
  const of = async (kind: JobKind) => {
    const now = clock.now();
    const due = await records.outbox.due(kind, now, 2 * window);
    if (due.length < window) allHandedOutAt.set(kind, now.getTime());
    else allHandedOutAt.delete(kind);
    for (const job of due) if (!(await wakeUp(job))) break;
    return due.length;
  };
  return {
    of,
    async topUp(kind) {
      const now = clock.now().getTime();
      const { looks, restsUntil } = failed.get(kind) ?? { looks: 0, restsUntil: 0 };
      if (now < Math.max(restsUntil, (allHandedOutAt.get(kind) ?? Number.NEGATIVE_INFINITY) + MOMENT)) return;
      try {
        await of(kind);
        failed.delete(kind);
      } catch (error) {
        failed.set(kind, { looks: looks + 1, restsUntil: now + Math.min(REST * 2 ** looks, LONGEST_REST) });
        throw error;
      }
    },
    async sweep() {
      let count = 0;
      for (const kind of jobKinds) count += await of(kind);
      return count;
    },
  };
}

/** ms between two reads of the row, because a notification may be lost. */
const LOOK_EVERY = 1000;
/** ms that the sweeper leaves a new job to its wake-up. */
export const SWEEP_AFTER = 2000;

export interface Following<Row> {
  read(): Promise<Row>;
  isDone(row: Row): boolean;
  /** Called when the queue cannot be reached. The sweeper enqueues the job later in any case. */
  onUnreachable?(error: unknown): Promise<void>;
  waits: boolean;
  /** ms. Lowers `wait`. */
  atMost?: number;
}

export interface JobFollowing {
  queue: JobQueue;
  clock: Clock;
  /** ms */
  wait: number;
  /** Aborted when this process is about to stop. Callers are no longer kept waiting then. */
  leaving?: AbortSignal;
}

const unlessLeaving = (leaving: AbortSignal, work: Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    const leave = () => resolve();
    if (leaving.aborted) leave();
    leaving.addEventListener('abort', leave);
    work.then(resolve, reject).finally(() => leaving.removeEventListener('abort', leave));
  });

/** Enqueues a job and waits at most `wait` ms until its row is done. Null when nobody waits or the queue is away. */
export function createJobFollower({ queue, clock, wait, leaving = new AbortController().signal }: JobFollowing) {
  setMaxListeners(0, leaving);
  const heard = async (job: JobKey, milliseconds: number): Promise<void> => {
    const end = clock.now().getTime() + milliseconds;
    if (await queue.finished(job, milliseconds)) return;
    await pause(end - clock.now().getTime());
  };
  /** Resolves when the job is handled or the time has passed. */
  const news = (job: JobKey, milliseconds: number) => unlessLeaving(leaving, heard(job, milliseconds));

  return async <Row>(
    job: JobKey,
    { read, isDone, onUnreachable, waits, atMost = wait }: Following<Row>,
  ): Promise<Row | null> => {
    const longest = Math.min(wait, atMost);
    const deadline = clock.now().getTime() + longest;
    // Listens before the enqueue, so that a fast worker is not missed.
    let pending = waits ? news(job, Math.min(longest, LOOK_EVERY)) : Promise.resolve();
    try {
      await queue.enqueue(job);
    } catch (error) {
      await onUnreachable?.(error);
      return null;
    }
    if (!waits) return null;
    for (;;) {
      await pending;
      const row = await read();
      const left = deadline - clock.now().getTime();
      if (isDone(row) || left <= 0 || leaving.aborted) return row;
      pending = news(job, Math.min(left, LOOK_EVERY));
    }
  };
}
