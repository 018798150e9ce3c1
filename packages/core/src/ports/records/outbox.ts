import type { JobKey, JobKind } from '../job-queue.js';

export interface OutboxKey {
  kind: JobKind;
  ref: string;
}

export interface Lease {
  token: string;
  until: Date;
  now: Date;
}

/** A tenant's side of the work list. */
export interface OutboxRepository {
  /**
   * Adds keys, due at `dueAt`; a key already there is rung again and gets the earlier due time, a dead letter comes back to
   * life.
   */
  ring(keys: readonly OutboxKey[], at: Date, dueAt: Date): Promise<void>;
  /** Takes a key off, unless it was rung again since it was leased; then it stays and is due at once. */
  done(key: OutboxKey, lease: Lease): Promise<void>;
  /** Takes a key off that nobody has leased. False where somebody has, or it is gone. */
  withdraw(key: OutboxKey): Promise<boolean>;
  /** Keeps a lease for longer. False where it was lost. */
  extend(key: OutboxKey, lease: Lease): Promise<boolean>;
  /** Up to `limit` more keys of a kind that are due and free, leased with the same token. */
  leaseMore(kind: JobKind, lease: Lease, limit: number): Promise<string[]>;
}

/** The work list over all tenants, for workers and the sweeper. */
export interface Outbox {
  /** Due or not. Null when the key is gone, dead, or leased by someone else. `attempts` counts this one. */
  lease(job: JobKey, lease: Lease): Promise<{ attempts: number } | null>;
  /** Gives a leased key back, due at `dueAt`, or buries it as a dead letter when `dead` and nobody rang it meanwhile. */
  fail(job: JobKey, lease: Lease, failure: { error: string; dueAt: Date; dead: boolean }): Promise<void>;
  /** Keys that are due and free, oldest first. */
  due(now: Date, limit: number): Promise<JobKey[]>;
  /** Frees every lease: after a start where no other process can hold one. */
  releaseAll(): Promise<number>;
  /** Of every kind. `oldestSeconds` counts from the ring that brought the oldest waiting key. */
  counts(now: Date): Promise<{ kind: JobKind; waiting: number; dead: number; oldestSeconds: number }[]>;
}
