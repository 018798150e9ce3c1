import { Problem } from '@hippocamp/shared/problems';
import type { JsonObject } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { IdempotencyRecord, TenantRecords, TenantRepositories } from '../../ports/records.js';
import type { Idempotency } from '../caller.js';
import { orAsKept } from './or-as-kept.js';

export interface Once<Result> {
  result: Result;
  /** The answer is that of an earlier request with the same key. */
  replayed: boolean;
}

export interface OnceWork<Result> {
  /** The effect, in one transaction with the key; what it returns is the answer should nothing follow. */
  effect(repositories: TenantRepositories): Promise<Result>;
  /** The effect is all or nothing by itself: without a key it needs no transaction, which would be two more trips to the database. */
  alone?: boolean;
  /** What follows after the commit; its result is the answer that is kept and given. */
  finish(result: Result): Promise<Result>;
  /** Memories whose text the answer holds, so that it can be forgotten with them. */
  mentions(result: Result): readonly string[];
  /** How long `finish` may take, in ms; until then a repeat is told to wait. */
  patience: number;
}

export type RunOnce = <Result extends object>(
  records: TenantRecords,
  idempotency: Idempotency | undefined,
  work: OnceWork<Result>,
) => Promise<Once<Result>>;

/** As one text: a store of JSON may change the order of members, and a replay is the first answer to the byte. */
const kept = (result: object): JsonObject => ({ answer: JSON.stringify(result) });
const keptResult = <Result>({ answer }: JsonObject) => JSON.parse(String(answer)) as Result;

const replay = <Result>(found: IdempotencyRecord, fingerprint: string, now: Date): Once<Result> => {
  if (found.fingerprint !== fingerprint) {
    throw new Problem('idempotency-key-reused', 'This Idempotency-Key was sent with another request. Use a new key.');
  }
  if (!found.result || (found.lockedUntil && found.lockedUntil > now)) {
    throw new Problem('idempotency-key-in-use', 'The first request with this Idempotency-Key is still running.', {
      retryAfter: 1,
    });
  }
  if (found.result.answer === undefined) {
    throw new Problem(
      'conflict',
      'What the first request with this Idempotency-Key stored has been deleted since, and its answer with it. Use a new key.',
    );
  }
  return { result: keptResult<Result>(found.result), replayed: true };
};

/**
 * Runs a write at most once for each Idempotency-Key: key and effect are one transaction, so a crash leaves both or neither.
 * A problem thrown by the effect keeps nothing, and the key stays free.
 */
export function createRunOnce({ clock, retention }: { clock: Clock; retention: number }): RunOnce {
  return async (records, idempotency, { effect, alone, finish, mentions, patience }) => {
    if (!idempotency) {
      const result = await (alone ? effect(records) : records.transaction(effect));
      return { result: await finish(result), replayed: false };
    }
    const { key, fingerprint } = idempotency;
    const at = clock.now();
    const lockedUntil = new Date(at.getTime() + patience);
    const expiredBefore = new Date(at.getTime() - retention);
    const outcome = await records.transaction(async (repositories) => {
      const found = await repositories.idempotency.claim(key, { fingerprint, lockedUntil, at, expiredBefore });
      if (found) return { found };
      const result = await effect(repositories);
      await repositories.idempotency.store(key, { result: kept(result), mentions: mentions(result), lockedUntil });
      return { result };
    });
    if (outcome.found) return replay(outcome.found, fingerprint, clock.now());
    const result = await finish(outcome.result);
    // Should the records go away now, the key keeps what the effect answered, and is free of its lock when that runs out.
    await orAsKept(undefined, () =>
      records.idempotency.store(key, { result: kept(result), mentions: mentions(result), lockedUntil: null }),
    );
    return { result, replayed: false };
  };
}
