import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { JobKey, JobKind } from '../job-queue.js';
import type { PageKey } from './memories.js';

export interface OutboxKey {
  kind: JobKind;
  ref: string;
}

export interface Lease {
  token: string;
  until: Date;
  now: Date;
}

/** The request that a job comes from, for the log. */
export interface Origin {
  requestId: string;
  /** In the form of W3C Trace Context. */
  traceparent?: string | undefined;
}

/** The state of a key when it is leased. */
export interface Leased {
  /** The number of tries, this one included. */
  attempts: number;
  /** The number of earlier tries that never ended because the worker crashed. */
  unended: number;
  /** When it failed first, of the failures in a row. */
  failingSince?: Date | undefined;
  /** The request that enqueued it last, if it was a request. */
  origin?: Origin | undefined;
}

/** When a key is enqueued, and from when on it is due. */
export interface EnqueueTimes {
  at: Date;
  dueAt: Date;
}

/** A tenant's side of the work list. */
export interface OutboxRepository {
  /**
   * Adds keys, due at `dueAt`; a key already there is enqueued again and gets the earlier due time, a dead letter comes back to
   * life.
   */
  enqueue(keys: readonly OutboxKey[], at: Date, dueAt: Date): Promise<void>;
  /** Takes a key off, unless it was enqueued again since it was leased; then it stays and is due at once. */
  done(key: OutboxKey, lease: Lease): Promise<void>;
  /**
   * Gives a leased key back, due at `dueAt`, or buries it as a dead letter when `dead` and nobody rang it meanwhile. True
   * when it is buried; a lease that was lost changes nothing.
   */
  fail(key: OutboxKey, lease: Lease, failure: { error: string; dueAt: Date; dead: boolean }): Promise<boolean>;
  /** Takes a key off that nobody has leased. False where somebody has, or it is gone. */
  withdraw(key: OutboxKey): Promise<boolean>;
  /** Keeps a lease for longer. False where it was lost. */
  extend(key: OutboxKey, lease: Lease): Promise<boolean>;
  /** Up to `limit` more keys of a kind that are due and free, leased with the same token. */
  leaseMore(kind: JobKind, lease: Lease, limit: number): Promise<string[]>;
  /**
   * Inside a transaction: whether the lease is still this one, and then nobody takes the key over before the end. A worker
   * that slept through its lease must not have an effect beside the one that took over.
   */
  holds(key: OutboxKey, lease: Lease): Promise<boolean>;
  /** Latest first. The page key's value is the time of death in ms, its id `kind ref`. */
  deadLetters(
    request: DeadLetterPageRequest,
  ): Promise<{ deadLetters: DeadLetter[]; total: number; last: PageKey | null }>;
  /** Gives `limit` dead letters back to the work list, oldest first, due at once with all their attempts. Answers the keys. */
  replay(
    which: { kind?: JobKind | undefined; refs?: readonly string[] | undefined },
    at: Date,
    limit: number,
  ): Promise<OutboxKey[]>;
  /** Takes those of the keys off for good that are dead letters. Answers how many. */
  discard(keys: readonly OutboxKey[]): Promise<number>;
}

/** A job that was given up. */
export interface DeadLetter extends OutboxKey {
  attempts: number;
  error: string | null;
  createdAt: Date;
  deadAt: Date;
}

export interface TenantDeadLetter extends DeadLetter {
  tenant: TenantId;
}

/** The tenant and kind. All by default. */
export interface DeadLetterChoice {
  tenant?: TenantId | undefined;
  kind?: JobKind | undefined;
}

export interface DeadLetterPageRequest {
  kind?: JobKind | undefined;
  limit: number;
  /** Either of them; `after` wins. */
  offset: number;
  after?: PageKey | undefined;
}

/** The work list over all tenants, for workers and the sweeper. */
export interface Outbox {
  /** Due or not. Null when the key is gone, dead, or leased by someone else. `attempts` counts this one. */
  lease(job: JobKey, lease: Lease): Promise<Leased | null>;
  /** Moves the end of a lease, for every key of the job's tenant and kind that has its token. */
  renew(job: JobKey, lease: Lease): Promise<void>;
  /**
   * Gives back every key of the job's tenant and kind that has the lease's token, due at `dueAt`, the attempt not counted:
   * the worker stops, or what it works with is down. `error` is kept as the last one.
   */
  release(job: JobKey, lease: Lease, dueAt: Date, error?: string): Promise<void>;
  /**
   * Keys of a kind that are due and free, fairly: the tenants take turns, each with its oldest first. Everyone has a turn
   * before anyone has a second, whatever the backlog of one; its cost follows `limit`, not the backlog.
   */
  due(kind: JobKind, now: Date, limit: number): Promise<JobKey[]>;
  /** Up to `limit` of all tenants after one of them: by tenant, the oldest of each first. */
  deadLetters(
    which: DeadLetterChoice,
    after: Pick<TenantDeadLetter, 'tenant' | 'deadAt' | 'kind' | 'ref'> | null,
    limit: number,
  ): Promise<TenantDeadLetter[]>;
  /** Frees every lease: after a start where no other process can hold one. */
  releaseAll(): Promise<number>;
  /**
   * Of every kind: cheap enough for every scrape, and so exact up to some ten thousand rows. Beyond them `waiting` of a kind,
   * and `dead` of all kinds together, stay at the bound. `oldestSeconds` counts from the enqueue that brought the oldest waiting
   * key of those counted.
   */
  counts(now: Date): Promise<{ kind: JobKind; waiting: number; dead: number; oldestSeconds: number }[]>;
}
