import { randomUUID } from 'node:crypto';
import type { Clock } from '../../ports/clock.js';
import type { JobHandler, JobKey, JobKind, JobQueue } from '../../ports/job-queue.js';
import type { Log } from '../../ports/log.js';
import type { Lease, Records } from '../../ports/records.js';

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
  onOutcome?: (kind: JobKind, outcome: 'done' | 'failed' | 'dead', milliseconds: number) => void;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 60_000;

/** Doubles from half a second to a minute. */
const pauseAfter = (attempts: number) => Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempts - 1));

/** Errors of engines may quote values; the first line is enough to know them by. */
const describe = (error: unknown) =>
  String(error instanceof Error ? error.message : error)
    .split('\n', 1)[0]
    ?.slice(0, 500) ?? '';

/** Starts the workers: each job leases its outbox row, works, and the row decides what happens next. */
export function startOutboxWorkers(dependencies: OutboxWorkerDependencies): void {
  const { records, queue, tasks, clock, log, lease: leaseTime, maxAttempts, onOutcome } = dependencies;

  const giveBack = async (job: JobKey, lease: Lease, attempts: number, error: unknown) => {
    const message = describe(error);
    const dead = attempts >= maxAttempts;
    const dueAt = new Date(clock.now().getTime() + pauseAfter(attempts));
    log.warn({ ...job, attempts, dead, error: message }, 'job failed');
    await records.outbox.fail(job, lease, { error: message, dueAt, dead });
    if (dead) await tasks[job.kind]?.abandon?.(job, message);
    return dead ? 'dead' : 'failed';
  };

  const handle: JobHandler = async (job) => {
    const now = clock.now();
    const lease: Lease = { token: randomUUID(), now, until: new Date(now.getTime() + leaseTime) };
    const leased = await records.outbox.lease(job, lease);
    if (!leased) return;
    try {
      await tasks[job.kind]?.run(job, lease);
      onOutcome?.(job.kind, 'done', clock.now().getTime() - now.getTime());
    } catch (error) {
      const outcome = await giveBack(job, lease, leased.attempts, error);
      onOutcome?.(job.kind, outcome, clock.now().getTime() - now.getTime());
    }
  };

  for (const [kind, { concurrency }] of Object.entries(tasks)) queue.work(kind as JobKind, handle, { concurrency });
}
