import type { TenantId } from '@hippocamp/shared/schemas/common';

export const jobKinds = ['ingest', 'index', 'embed', 'vocabulary', 'lifecycle', 'distil', 'model'] as const;
export type JobKind = (typeof jobKinds)[number];

/** The key of an outbox row and nothing else: the work list is the outbox, the queue only wakes workers up. */
export interface JobKey {
  tenant: TenantId;
  kind: JobKind;
  /** The id of the job's subject: a memory id, a trace id, … */
  ref: string;
}

export type JobHandler = (job: JobKey) => Promise<void>;

/** Work that comes round, whatever the number of processes. */
export type ScheduleName = 'sweep' | 'reconcile' | 'prune' | 'lifecycle';

export interface WorkOptions {
  concurrency: number;
  /**
   * Called when few jobs of the kind wait, never twice at once: the caller then enqueues what else is due. A queue that keeps
   * every job never calls it.
   */
  whenLow?: () => Promise<void>;
}

export interface QueueDepth {
  waiting: number;
  running: number;
}

/** Takes jobs, hands them out, and tells when one is done. It may lose everything, and nothing is lost. */
export interface JobQueue {
  /**
   * A key that already waits is not added again; one that runs is run once more. Rejects after `close`, and within half
   * a second when the queue cannot be reached. A queue of several processes keeps a small window of jobs and may drop a job
   * while it is full: the backlog is the outbox, which is handed out fairly.
   */
  enqueue(job: JobKey): Promise<void>;
  /** Starts handing out jobs of a kind, fairly between tenants, at most `concurrency` at once. A handler's error is logged, not retried. */
  work(kind: JobKind, handler: JobHandler, options: WorkOptions): void;
  /**
   * Does the work every so many ms, from now on: by one process at a time of all that scheduled the same name. An error is
   * logged; a round that is late is not made up for.
   */
  schedule(name: ScheduleName, everyMs: number, work: () => Promise<void>): void;
  /** Resolves true when the job was handled after this call, false when `timeoutMs` passed or the queue closed. A notification may be lost: read the row too. */
  finished(job: JobKey, timeoutMs: number): Promise<boolean>;
  depth(): Promise<Record<JobKind, QueueDepth>>;
  /** Rejects when the queue cannot be reached. */
  ping(): Promise<void>;
  /** Hands out nothing more and waits for what runs, at most `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}
