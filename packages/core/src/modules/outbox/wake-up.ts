import { setMaxListeners } from 'node:events';
import type { Clock } from '../../ports/clock.js';
import { type JobKey, type JobKind, type JobQueue, jobKinds } from '../../ports/job-queue.js';
import type { Records } from '../../ports/records.js';
import { pause } from '../waiting.js';

/** Puts a job of the outbox into the queue. False when the queue cannot be reached: the sweeper does it later. */
export type WakeUp = (job: JobKey) => Promise<boolean>;

/** A lost wake-up costs a moment and never a write, so this does not throw; the queue logs its own outages. */
export const createWakeUp =
  (queue: JobQueue): WakeUp =>
  (job) =>
    queue.enqueue(job).then(
      () => true,
      () => false,
    );

export interface HandOut {
  /** Enqueues the due and free jobs of a kind, the tenants in turn. Returns how many. */
  of(kind: JobKind): Promise<number>;
  /** The same for a queue that runs low, unless a look of a moment ago found no more than fits into it. */
  topUp(kind: JobKind): Promise<void>;
  /** The same for every kind, so that a job whose wake-up was lost is done all the same. */
  sweep(): Promise<number>;
}

/** After a look that failed the next one comes so much later, ms, and twice as much with each in a row, up to … */
const REST = 500;
/** … this. */
const LONGEST_REST = 30_000;

/** After everything was handed out, the next look waits this long, ms: new jobs wake workers up themselves. */
const MOMENT = 500;

/**
 * The backlog is the outbox; the queue gets a window of it at a time. What already waits there is due and free too, and is
 * not added twice, so twice the window is looked at.
 */
export function createHandOut({
  records,
  wakeUp,
  clock,
  window,
}: {
  records: Records;
  wakeUp: WakeUp;
  clock: Clock;
  /** Jobs of a kind that may wait in the queue. */
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

/** A notification can be lost; the row cannot. Read at least this often, ms. */
const LOOK_EVERY = 1000;
/** The wake-up comes first, and the sweeper only finds what nobody took, ms. */
export const SWEEP_AFTER = 2000;

export interface Following<Row> {
  read(): Promise<Row>;
  isDone(row: Row): boolean;
  /** Called when the queue cannot be reached. By default nothing: the sweeper finds the job when the queue is back. */
  onUnreachable?(error: unknown): Promise<void>;
  /** False when nobody waits. */
  waits: boolean;
  /** An upper limit below the usual wait, ms. */
  atMost?: number;
}

export interface JobFollowing {
  queue: JobQueue;
  clock: Clock;
  /** ms */
  wait: number;
  /** Aborted when this process is about to go: from then on nobody is kept waiting. */
  leaving?: AbortSignal;
}

/** Resolves when the work ends or the process is about to stop. */
const unlessLeaving = (leaving: AbortSignal, work: Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    const leave = () => resolve();
    if (leaving.aborted) leave();
    leaving.addEventListener('abort', leave);
    work.then(resolve, reject).finally(() => leaving.removeEventListener('abort', leave));
  });

/**
 * Enqueues an accepted job and waits at most `wait` ms until its row is done. Returns null when nobody waits, or when the queue is
 * away and cannot tell.
 */
export function createJobFollower({ queue, clock, wait, leaving = new AbortController().signal }: JobFollowing) {
  setMaxListeners(0, leaving);
  const heard = async (job: JobKey, milliseconds: number): Promise<void> => {
    const end = clock.now().getTime() + milliseconds;
    if (await queue.finished(job, milliseconds)) return;
    await pause(end - clock.now().getTime());
  };
  /** Resolves when the job is handled or the time has passed. Rejects at once when the queue cannot be asked. */
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
