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

export interface Leased {
  /** The number of tries, this one included. */
  attempts: number;
  /** Earlier tries that never ended because the worker crashed. */
  unended: number;
  /** The time of the first of the failures in a row. */
  failingSince?: Date | undefined;
  /** The last request that enqueued it. */
  origin?: Origin | undefined;
}

export interface EnqueueTimes {
  at: Date;
  dueAt: Date;
}

export interface OutboxRepository {
  /** An existing key gets the earlier due time. A dead letter comes back to life. */
  enqueue(keys: readonly OutboxKey[], at: Date, dueAt: Date): Promise<void>;
  /** Removes a key. If it was enqueued again since the lease, it stays and is due at once. */
  done(key: OutboxKey, lease: Lease): Promise<void>;
  /** Gives a key back. With `dead`, buries it unless it was enqueued meanwhile, and answers true. */
  fail(key: OutboxKey, lease: Lease, failure: { error: string; dueAt: Date; dead: boolean }): Promise<boolean>;
  /** Removes a key that is not leased. False when it is leased or gone. */
  withdraw(key: OutboxKey): Promise<boolean>;
  /** False when the lease was lost. */
  extend(key: OutboxKey, lease: Lease): Promise<boolean>;
  /** Leases up to `limit` more due and free keys of a kind with the same token. */
  leaseMore(kind: JobKind, lease: Lease, limit: number): Promise<string[]>;
  /** Call in a transaction. True while the lease is held; then nobody takes the key over before the end. */
  holds(key: OutboxKey, lease: Lease): Promise<boolean>;
  /** Latest first. The page key's value is the time of death in ms, its id `kind ref`. */
  deadLetters(
    request: DeadLetterPageRequest,
  ): Promise<{ deadLetters: DeadLetter[]; total: number; last: PageKey | null }>;
  /** Gives dead letters back to the work list, oldest first, due at once with all their attempts. */
  replay(
    which: { kind?: JobKind | undefined; refs?: readonly string[] | undefined },
    at: Date,
    limit: number,
  ): Promise<OutboxKey[]>;
  /** Removes those of the keys that are dead letters. Answers their number. */
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

/** All tenants and kinds by default. */
export interface DeadLetterChoice {
  tenant?: TenantId | undefined;
  kind?: JobKind | undefined;
}

export interface DeadLetterPageRequest {
  kind?: JobKind | undefined;
  limit: number;
  /** `after` wins over `offset`. */
  offset: number;
  after?: PageKey | undefined;
}

/** The work list over all tenants, for workers and the sweeper. */
export interface Outbox {
  /** Due or not. Null when the key is gone, dead, or leased by another. */
  lease(job: JobKey, lease: Lease): Promise<Leased | null>;
  /** Renews the lease of every key with its token. */
  renew(job: JobKey, lease: Lease): Promise<void>;
  /** Gives back every key with the lease's token without counting the attempt. `error` is stored as the last one. */
  release(job: JobKey, lease: Lease, dueAt: Date, error?: string): Promise<void>;
  /**
   * The tenants in turn, each with its oldest first, and those due within `ahead` ms among them. The cost follows
   * `limit`, not the backlog.
   */
  due(kind: JobKind, now: Date, limit: number, ahead?: number): Promise<JobKey[]>;
  /** Ordered by tenant, oldest first. */
  deadLetters(
    which: DeadLetterChoice,
    after: Pick<TenantDeadLetter, 'tenant' | 'deadAt' | 'kind' | 'ref'> | null,
    limit: number,
  ): Promise<TenantDeadLetter[]>;
  /** Frees every lease, after a start when no other process can hold one. */
  releaseAll(): Promise<number>;
  /** Exact up to some ten thousand rows, and cut there. `oldestSeconds` counts from the last enqueue. */
  counts(now: Date): Promise<{ kind: JobKind; waiting: number; dead: number; oldestSeconds: number }[]>;
}
