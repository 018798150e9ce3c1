import type { TenantId } from '@hippocamp/shared/schemas/common';

export const jobKinds = ['ingest', 'index', 'embed', 'vocabulary', 'lifecycle', 'distil', 'model'] as const;
export type JobKind = (typeof jobKinds)[number];

/** The key of an outbox row. The outbox is the work list; the queue only wakes workers up. */
export interface JobKey {
  tenant: TenantId;
  kind: JobKind;
  /** The id of the job's subject, such as a memory id or a trace id. */
  ref: string;
}

export type JobHandler = (job: JobKey) => Promise<void>;

export type ScheduleName = 'sweep' | 'reconcile' | 'prune' | 'lifecycle';

export interface WorkOptions {
  concurrency: number;
  /** Called when few jobs wait, never twice at once. A queue that keeps every job never calls it. */
  whenLow?: () => Promise<void>;
}

export interface QueueDepth {
  waiting: number;
  running: number;
}

/** The queue may lose everything: the outbox still has the jobs. */
export interface JobQueue {
  /**
   * A waiting key is not added again; a running one runs once more. Rejects after `close` or within half a second.
   * A queue of several processes may drop jobs when it is full, since the outbox hands them out again.
   */
  enqueue(job: JobKey): Promise<void>;
  /** Fair between tenants, at most `concurrency` jobs at once. A handler's error is logged, not retried. */
  work(kind: JobKind, handler: JobHandler, options: WorkOptions): void;
  /** Runs in one process at a time for each name. Errors are logged; late rounds are not made up for. */
  schedule(name: ScheduleName, everyMs: number, work: () => Promise<void>): void;
  /** False after `timeoutMs` or `close`. A notification may be lost, so read the row too. */
  finished(job: JobKey, timeoutMs: number): Promise<boolean>;
  /** Tells those who wait for a job to look, since it was taken up beside the queue. Never rejects, and may be lost. */
  announce(job: JobKey): Promise<void>;
  depth(): Promise<Record<JobKind, QueueDepth>>;
  /** Rejects when the queue cannot be reached. */
  ping(): Promise<void>;
  /** Hands out nothing more and waits for running jobs, at most `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}
