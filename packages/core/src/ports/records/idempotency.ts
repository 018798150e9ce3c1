import type { JsonObject } from '@hippocamp/shared/schemas/common';

export interface IdempotencyRecord {
  fingerprint: string;
  result: JsonObject | null;
  /** While in the future, the first request still runs. */
  lockedUntil: Date | null;
}

export interface IdempotencyRepository {
  /**
   * Null when the key was free and is now claimed; else what holds it. Keys older than `expiredBefore` are free, and so is
   * one whose lock ran out without a result, for the same fingerprint.
   */
  claim(
    key: string,
    claim: { fingerprint: string; lockedUntil: Date; at: Date; expiredBefore: Date },
  ): Promise<IdempotencyRecord | null>;
  /**
   * Takes over what a first request that asked the same left unfinished: the answer it had so far, once its lock has run out
   * at `at`, for one of many; the lock is then until `lockedUntil`. Null otherwise.
   */
  resume(key: string, claim: { fingerprint: string; lockedUntil: Date; at: Date }): Promise<JsonObject | null>;
  /** Makes a lock that ends at `from` last until then. False where it does not: another may have taken it over. */
  hold(key: string, from: Date, lockedUntil: Date): Promise<boolean>;
  /** Stores the answer and which memories it holds the text of; `lockedUntil` null ends the lock. */
  store(
    key: string,
    answer: { result: JsonObject; mentions: readonly string[]; lockedUntil: Date | null },
  ): Promise<void>;
  /** Frees a key whose effect was taken back. */
  release(key: string): Promise<void>;
  /** Takes the text out of answers that mention one of these memories or owners; the keys stay taken. */
  forget(memoryIds: readonly string[]): Promise<void>;
}
