import type { Clock } from '../../ports/clock.js';
import { type JobHandler, type JobKey, type JobKind, type JobQueue, jobKinds } from '../../ports/job-queue.js';
import { type Log, withoutText } from '../../ports/log.js';
import type { Lease, Records, TenantRepositories } from '../../ports/records.js';
import { isOutage } from '../idempotency/run-once.js';
import { settlesWithin } from '../waiting.js';
import { describeFailure, isGivenUp, NotYet, pauseAfter, type RetryRules } from './failures.js';
import { createJobIsolation } from './job-isolation.js';
import { createLeases, createRestingTake, type HeldLease, isTold, LONGEST } from './leases.js';
import { isStalled } from './stalled.js';
import { createWakeUp, type HandOut, SWEEP_AFTER } from './wake-up.js';

export interface OutboxTask {
  concurrency: number;
  /**
   * Must be safe to run twice, and take the key off in the transaction of its effect. Rejects with `NotYet` to run
   * later.
   * `attempts` counts this one. Keys leased along with the job's are given back when it fails.
   */
  run(job: JobKey, lease: Lease, attempts: number): Promise<void>;
  /** Called in the transaction that makes the job a dead letter. */
  abandon?(job: JobKey, error: string, repositories: TenantRepositories): Promise<void>;
}

export interface OutboxWorkerDependencies extends RetryRules {
  records: Records;
  queue: JobQueue;
  /** A kind without a task is left to other processes. */
  tasks: Partial<Record<JobKind, OutboxTask>>;
  clock: Clock;
  log: Log;
  /** ms */
  lease: number;
  handOut: HandOut;
  /** The worker polls while this is false. True by default. */
  isQueueUp?: () => boolean;
  onOutcome?: (kind: JobKind, outcome: JobOutcome, milliseconds: number) => void;
}

export type JobOutcome = 'done' | 'failed' | 'postponed' | 'dead';

/** The number of crashes with its worker after which a job runs alone. */
const SUSPECT = 2;
/** How long a suspect waits for other jobs to end before it is postponed, ms. */
const ALONE_WITHIN = 10_000;

/** ms before a job that failed by an outage is tried again. */
const OUTAGE_PAUSE = 5_000;
/** ms between two looks for jobs that nobody hands out, and for a tenant who has no place where all are taken. */
const LOOK_EVERY = 1_000;
const LOOK_FOR_OTHERS_EVERY = 200;

/** `origin` holds the id of the request that enqueued the job. */
const logFields = (job: JobKey, { attempts, origin }: HeldLease) => ({ ...job, ...origin, attempts });

export interface OutboxWorkers {
  /** Ends the polling for jobs. */
  stopLooking(): void;
  stop(): Promise<void>;
}

/** Call `stop` when the queue hands out nothing more. It gives back the leases of unfinished jobs. */
export function startOutboxWorkers(dependencies: OutboxWorkerDependencies): OutboxWorkers {
  const { records, queue, tasks, clock, log, leastAttempts, handOut, onOutcome } = dependencies;
  const leases = createLeases(dependencies);
  /** Postponements in this process since the last job that was done, by kind. */
  const postponed = new Map<JobKind, number>();
  const longest = LONGEST * dependencies.lease;
  const wakeUp = createWakeUp(queue);
  const later = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds);

  /** The dead letter and `abandon` go in one transaction. Neither happens when the lease was lost. */
  const giveUp = async (job: JobKey, held: HeldLease, error: string): Promise<JobOutcome> => {
    const buried = await records.forTenant(job.tenant).transaction(async (repositories) => {
      if (!(await repositories.outbox.fail(job, held.lease, { error, dueAt: clock.now(), dead: true }))) return false;
      await tasks[job.kind]?.abandon?.(job, error, repositories);
      return true;
    });
    if (!buried) return 'failed';
    log.error({ ...logFields(job, held), error }, 'job given up; it is a dead letter now');
    return 'dead';
  };

  const postpone = async (job: JobKey, held: HeldLease, error: string): Promise<JobOutcome> => {
    const postponements = (postponed.get(job.kind) ?? 0) + 1;
    postponed.set(job.kind, postponements);
    if (isTold(postponements)) log.warn({ ...job, ...held.origin, postponements, error }, 'job postponed');
    await records.outbox.release(job, held.lease, later(OUTAGE_PAUSE), error);
    return 'postponed';
  };

  const giveBack = async (job: JobKey, held: HeldLease, error: unknown): Promise<JobOutcome> => {
    const { lease, attempts, unended, failingSince } = held;
    if (error instanceof NotYet) {
      await records.outbox.release(job, lease, later(error.milliseconds));
      // The sweeper enqueues it if this process is gone by then.
      setTimeout(() => void wakeUp(job), error.milliseconds).unref();
      return 'postponed';
    }
    const message = describeFailure(error);
    // An outage is no fault of the job and makes no dead letters, however long it lasts.
    if (isOutage(error) && !(await isStalled(error, records))) return postpone(job, held, message);
    const now = clock.now().getTime();
    const failingFor = now - (failingSince?.getTime() ?? now);
    if (isGivenUp(error, { attempts, unended, failingFor }, dependencies)) return giveUp(job, held, message);
    log.warn({ ...logFields(job, held), error: message }, 'job failed');
    const dueAt = later(pauseAfter(job, attempts));
    await records.forTenant(job.tenant).outbox.fail(job, lease, { error: message, dueAt, dead: false });
    return 'failed';
  };

  const attempt = async (job: JobKey, held: HeldLease): Promise<JobOutcome> => {
    // The job never ended, well or badly, so it probably kills its workers.
    if (held.unended >= leastAttempts)
      return giveUp(job, held, `Its worker ended before the job did, ${leastAttempts} times.`);
    try {
      const work = tasks[job.kind]?.run(job, held.lease, held.attempts) ?? Promise.resolve();
      if (await settlesWithin(work, longest)) {
        postponed.delete(job.kind);
        return 'done';
      }
      // A job that hangs is left behind. Its lease is no longer renewed and runs out for another worker.
      log.warn({ ...logFields(job, held), milliseconds: longest }, 'job did not end; another worker may take it');
      return 'failed';
    } catch (error) {
      const outcome = await giveBack(job, held, error);
      // Other keys leased with the job are free at once.
      await records.outbox.release(job, held.lease, clock.now());
      return outcome;
    }
  };

  const take = createRestingTake(leases, log);
  const work = async (job: JobKey, held: HeldLease | null): Promise<void> => {
    if (!held) return;
    const start = clock.now().getTime();
    try {
      const outcome = await attempt(job, held);
      const milliseconds = clock.now().getTime() - start;
      onOutcome?.(job.kind, outcome, milliseconds);
      // Scheduled jobs would only fill the log.
      if (outcome === 'done' && held.origin) log.info({ ...logFields(job, held), milliseconds }, 'job done');
    } finally {
      held.end();
    }
  };

  const isolation = createJobIsolation();
  const running = new Map<JobKind, JobKey[]>();
  /** A job that was begun a few times without an end runs alone, which shows if it kills its worker. */
  const workOn: JobHandler = async (job) => {
    const isSuspect = await isolation.beside(async () => {
      const held = await take(job);
      if (held === null || held.unended < SUSPECT) {
        await work(job, held);
        return false;
      }
      held.end();
      await records.outbox.release(job, held.lease, later(ALONE_WITHIN));
      return true;
    });
    if (isSuspect) await isolation.alone(async () => work(job, await take(job)), ALONE_WITHIN);
  };

  const handle = listing(running, workOn);

  for (const [kind, { concurrency }] of Object.entries(tasks) as [JobKind, OutboxTask][]) {
    queue.work(kind, handle, { concurrency, whenLow: () => handOut.topUp(kind) });
  }
  const stopLooking = lookForJobs(dependencies, running, handle);
  return {
    stopLooking,
    stop() {
      stopLooking();
      return leases.releaseAll();
    },
  };
}

/** Keeps the list of running jobs of each kind. */
const listing = (running: Map<JobKind, JobKey[]>, handle: JobHandler): JobHandler => {
  const of = ({ kind }: JobKey) => running.get(kind) ?? [];
  const leave = (job: JobKey) =>
    running.set(
      job.kind,
      of(job).filter((one) => one !== job),
    );
  return async (job) => {
    running.set(job.kind, [...of(job), job]);
    await handle(job).finally(() => leave(job));
  };
};

/** Polls while the queue is away. Where all places are taken, one job more begins, of a tenant who has none. */
function lookForJobs(
  dependencies: OutboxWorkerDependencies,
  running: ReadonlyMap<JobKind, JobKey[]>,
  handle: JobHandler,
): () => void {
  const { records, queue, tasks, clock, log, isQueueUp = () => true } = dependencies;

  const begin = (jobs: readonly JobKey[]) => {
    for (const job of jobs) {
      void handle(job)
        .catch((error: unknown) => log.error({ ...job, ...withoutText(error) }, 'job handler failed'))
        .then(() => queue.announce(job));
    }
  };
  // An outage of the records is logged elsewhere.
  const due = (kind: JobKind, limit: number, ahead = 0) =>
    records.outbox.due(kind, clock.now(), limit, ahead).catch(() => []);

  const placesOf = (kind: JobKind) => tasks[kind]?.concurrency ?? 0;
  const lookForOthers = async (kind: JobKind): Promise<void> => {
    const jobs = running.get(kind) ?? [];
    if (jobs.length === 0 || jobs.length !== placesOf(kind)) return;
    const holders = new Set(jobs.map(({ tenant }) => tenant));
    // The outbox answers the tenants in turn. A new job is left to the queue for a while, where it waits behind others.
    const found = await due(kind, holders.size + 1, SWEEP_AFTER);
    begin(found.filter(({ tenant }) => !holders.has(tenant)).slice(0, 1));
  };
  const look = async (kind: JobKind): Promise<void> => {
    const free = placesOf(kind) - (running.get(kind)?.length ?? 0);
    if (!isQueueUp() && free > 0) begin(await due(kind, free));
  };

  const looking = new Set<JobKind>();
  const every = (milliseconds: number, lookAt: (kind: JobKind) => Promise<void>) =>
    setInterval(() => {
      for (const kind of jobKinds) {
        if (looking.has(kind)) continue;
        looking.add(kind);
        void lookAt(kind).finally(() => looking.delete(kind));
      }
    }, milliseconds).unref();
  const timers = [every(LOOK_EVERY, look), every(LOOK_FOR_OTHERS_EVERY, lookForOthers)];
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
