import { isProblem } from '@hippocamp/shared/problems';
import type { Clock } from '../../ports/clock.js';
import type { JobHandler, JobKey, JobKind, JobQueue } from '../../ports/job-queue.js';
import type { Log } from '../../ports/log.js';
import type { Lease, Records } from '../../ports/records.js';
import type { HandOut } from './hand-out.js';
import { createLeases, type HeldLease } from './leases.js';

/** What is done about one kind of job. */
export interface OutboxTask {
  concurrency: number;
  /** Does the work and takes the key off the outbox in the transaction that marks the effect. Twice equals once. */
  run(job: JobKey, lease: Lease): Promise<void>;
  /** The job has failed for good; leaves word of it where someone waits. */
  abandon?(job: JobKey, error: string): Promise<void>;
}

export interface OutboxWorkerDependencies {
  records: Records;
  queue: JobQueue;
  /** A kind without a task is left to other processes. */
  tasks: Partial<Record<JobKind, OutboxTask>>;
  clock: Clock;
  log: Log;
  /** ms */
  lease: number;
  maxAttempts: number;
  handOut: HandOut;
  onOutcome?: (kind: JobKind, outcome: JobOutcome, milliseconds: number) => void;
}

export interface OutboxWorkers {
  /** Gives back what was not finished. To be called when the queue hands out nothing more. */
  stop(): Promise<void>;
}

export type JobOutcome = 'done' | 'failed' | 'postponed' | 'dead';

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 60_000;
/** Between two looks whether an engine is back. */
const OUTAGE_PAUSE = 5_000;

/** Doubles from half a second to a minute. */
const pauseAfter = (attempts: number) => Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempts - 1));

/** Errors of engines may quote values; the first line that says something is enough to know them by. */
const describe = (error: unknown): string => {
  const said = String(error instanceof Error ? error.message || error.name : error);
  const line = said.split('\n').find((text) => text.trim() !== '');
  return line?.slice(0, 500) ?? 'unknown';
};

const isOutage = (error: unknown) => isProblem(error) && error.problem === 'dependency-unavailable';

/** Starts the workers: each job leases its outbox row, works, and the row decides what happens next. */
export function startOutboxWorkers(dependencies: OutboxWorkerDependencies): OutboxWorkers {
  const { records, queue, tasks, clock, log, maxAttempts, handOut, onOutcome } = dependencies;
  const leases = createLeases(dependencies);
  const later = (pause: number) => new Date(clock.now().getTime() + pause);

  const bury = async (job: JobKey, { lease, attempts }: HeldLease, error: string): Promise<JobOutcome> => {
    log.error({ ...job, attempts, error }, 'job given up; it is a dead letter now');
    await records.outbox.fail(job, lease, { error, dueAt: clock.now(), dead: true });
    await tasks[job.kind]?.abandon?.(job, error);
    return 'dead';
  };

  const giveBack = async (job: JobKey, held: HeldLease, error: unknown): Promise<JobOutcome> => {
    const { lease, attempts } = held;
    const message = describe(error);
    if (isOutage(error)) {
      // Nothing is wrong with the job, so an outage of any length makes no dead letters.
      await records.outbox.release(job, lease, later(OUTAGE_PAUSE));
      return 'postponed';
    }
    if (attempts >= maxAttempts) return bury(job, held, message);
    log.warn({ ...job, attempts, error: message }, 'job failed');
    await records.outbox.fail(job, lease, { error: message, dueAt: later(pauseAfter(attempts)), dead: false });
    return 'failed';
  };

  const attempt = async (job: JobKey, held: HeldLease): Promise<JobOutcome> => {
    // It was begun often enough and never came to an end, good or bad: it takes its workers with it.
    if (held.attempts > maxAttempts)
      return bury(job, held, `Its worker ended before the job did, ${maxAttempts} times.`);
    try {
      await tasks[job.kind]?.run(job, held.lease);
      return 'done';
    } catch (error) {
      return giveBack(job, held, error);
    }
  };

  const handle: JobHandler = async (job) => {
    const start = clock.now().getTime();
    const held = await leases.take(job);
    if (!held) return;
    try {
      const outcome = await attempt(job, held);
      onOutcome?.(job.kind, outcome, clock.now().getTime() - start);
    } finally {
      held.end();
    }
  };

  for (const [name, { concurrency }] of Object.entries(tasks)) {
    const kind = name as JobKind;
    queue.work(kind, handle, { concurrency, whenLow: () => handOut.topUp(kind) });
  }
  return { stop: () => leases.releaseAll() };
}
