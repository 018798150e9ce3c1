import { isProblem, Problem } from '@hippocamp/shared/problems';
import type { JsonObject } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type {
  IdempotencyRecord,
  IdempotencyRepository,
  TenantRecords,
  TenantRepositories,
} from '../../ports/records.js';
import type { Idempotency } from '../caller.js';
import { readJson, writeJson } from '../json/json-text.js';
import { pause } from '../waiting.js';

/** An engine does not answer; nothing is wrong with what was asked. */
export const isOutage = (error: unknown): boolean => isProblem(error) && error.problem === 'dependency-unavailable';

/**
 * What follows a commit may meet an engine that went away. A 503 says that nothing was kept, so the answer is then what was
 * kept, and what was to follow is left to the outbox.
 */
export async function fallbackOnOutage<Result>(kept: Result, follow: () => Promise<Result>): Promise<Result> {
  try {
    return await follow();
  } catch (error) {
    if (isOutage(error)) return kept;
    throw error;
  }
}

/** ms in which it is found out what became of a write; callers wait half a minute as a rule. */
const PATIENCE = 10_000;
/** ms between two looks. */
const EVERY = 250;

/** A write was sent, and its answer never came. */
export const mayBeKept = (error: unknown): boolean => isProblem(error) && error.extras.outcome === 'unknown';

/**
 * The problem for the sender of such a write. Without a key a retry is not suggested, because the row could be there
 * twice.
 */
export const outcomeUnknown = (cause: unknown, { keyed }: { keyed: boolean }) =>
  new Problem(
    'outcome-unknown',
    keyed
      ? 'The database took this and did not answer: it is kept or not. Send it again with the same Idempotency-Key, and it is done once.'
      : 'The database took this and did not answer: it is kept or not. Look whether it is there before you send it again, or send it with an Idempotency-Key from the start.',
    { outcome: 'unknown', part: 'records', cause, ...(keyed ? { retryAfter: 2 } : {}) },
  );

/** A write that is all or nothing, of ids that were made before it. */
interface ResolvableWork<Result> {
  attempt(): Promise<Result>;
  /** Finds the rows by their ids. Null when the write left nothing. */
  find(): Promise<Result | null>;
}

/** One that comes late, because the engine stood still with it, meets ids that are taken: it never counts twice. */
async function findOut<Result>({ attempt, find }: ResolvableWork<Result>): Promise<Result> {
  try {
    return (await find()) ?? (await attempt());
  } catch (error) {
    if (isOutage(error)) throw error;
    // It came between the two.
    const found = await find();
    if (found) return found;
    throw error;
  }
}

/**
 * Does the work. Where it was sent and not answered, looks whether it is there, and does it again where it is not, until the
 * records answer or the time is up; then it rejects as the first time.
 */
export async function resolveUnknownOutcome<Result>(work: ResolvableWork<Result>): Promise<Result> {
  try {
    return await work.attempt();
  } catch (first) {
    if (!mayBeKept(first)) throw first;
    for (const end = performance.now() + PATIENCE; performance.now() < end; ) {
      await pause(EVERY);
      try {
        return await findOut(work);
      } catch (error) {
        if (!isOutage(error)) throw error;
      }
    }
    throw first;
  }
}

export interface Once<Result> {
  result: Result;
  /** The answer is that of an earlier request with the same key. */
  replayed: boolean;
}

/**
 * Keeps the answer so far with the key, in the transaction of what it counts. Nothing without a key.
 */
export type SaveAnswer<Result> = (repositories: TenantRepositories, result: Result) => Promise<void>;

export interface OnceWork<Result> {
  /** The effect, in one transaction with the key; what it returns is the answer should nothing follow. */
  effect(repositories: TenantRepositories): Promise<Result>;
  /** Prepares the effect, in its transaction. */
  first?: ((repositories: TenantRepositories) => Promise<void>) | undefined;
  /** The effect is all or nothing by itself: without a key it needs no transaction, which would be two more trips to the database. */
  alone?: boolean;
  /**
   * What the effect left, by ids that were made before it. Where its commit is sent and not answered, it is looked for, and
   * the effect done again where it left nothing, so that a caller without a key is told what is true.
   */
  find?(repositories: TenantRepositories): Promise<Result | null>;
  /** Runs after the commit. Its result is the answer that is kept and returned. */
  finish(result: Result, save: SaveAnswer<Result>): Promise<Result>;
  /**
   * The work itself is in `finish`, which goes on from where it was: called by a repeat with the answer as it was last saved
   * where the first request was cut short. Without it a repeat is then answered what the effect answered.
   */
  resumes?: boolean;
  /** Converts the answer to and from its kept form. By default all of it is kept. */
  pack?(result: Result): Result;
  unpack?(kept: Result): Result;
  /** Memories whose text the answer holds, so that it can be forgotten with them. */
  mentions(result: Result): readonly string[];
}

/** ms after which a key whose holder says nothing more is taken over by a repeat; until then that is told to wait. */
const HELD = 6_000;

export type RunOnce = <Result extends object>(
  records: TenantRecords,
  idempotency: Idempotency | undefined,
  work: OnceWork<Result>,
) => Promise<Once<Result>>;

/**
 * Stored as one text, because a JSON column may reorder members and a replay must equal the first answer byte for byte.
 */
const kept = async (result: object): Promise<JsonObject> => ({ answer: await writeJson(result) });
const keptResult = async <Result>({ answer }: JsonObject) => (await readJson(String(answer))) as Result;

/** Only one repeat takes over an interrupted request. For the others it is running again. */
const isRunning = ({ lockedUntil }: IdempotencyRecord, resumes: boolean, now: Date) =>
  lockedUntil !== null && (resumes || lockedUntil > now);

const replay = async <Result>(
  found: IdempotencyRecord,
  fingerprint: string,
  runs: boolean,
  unpack: (kept: Result) => Result,
): Promise<Once<Result>> => {
  if (found.fingerprint !== fingerprint) {
    throw new Problem('idempotency-key-reused', 'This Idempotency-Key was sent with another request. Use a new key.');
  }
  if (!found.result || runs) {
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
  return { result: unpack(await keptResult<Result>(found.result)), replayed: true };
};

/** The holder's view of its lock: nobody takes it over before `until`. */
interface Lock {
  until: Date;
}

const takenOver = () =>
  new Problem(
    'idempotency-key-in-use',
    'A repeat with this Idempotency-Key took over, since this request stood still.',
    {
      retryAfter: 1,
    },
  );

type Started<Result> = { result: Result; found?: never } | { found: IdempotencyRecord; result?: never };

/**
 * Runs a write at most once for each Idempotency-Key: key and effect are one transaction, so a crash leaves both or neither.
 * A problem thrown by the effect keeps nothing, and the key stays free.
 */
export function createRunOnce({ clock, retention }: { clock: Clock; retention: number }): RunOnce {
  /** Claims the key, or takes it over from a request that was cut short; else answers what holds it. */
  const begin = <Result extends object>(
    records: TenantRecords,
    { key, fingerprint }: Idempotency,
    { first, effect, resumes }: OnceWork<Result>,
    { save, lock }: { save: SaveAnswer<Result>; lock: Lock },
  ): Promise<Started<Result>> => {
    return records.transaction(async (repositories) => {
      const at = clock.now();
      const lockedUntil = new Date(at.getTime() + HELD);
      const expiredBefore = new Date(at.getTime() - retention);
      lock.until = lockedUntil;
      const keys = repositories.idempotency;
      const found = await keys.claim(key, { fingerprint, lockedUntil, at, expiredBefore });
      if (found) {
        const left = resumes ? await keys.resume(key, { fingerprint, lockedUntil, at }) : null;
        if (!left) return { found };
        await first?.(repositories);
        return { result: await keptResult<Result>(left) };
      }
      await first?.(repositories);
      const result = await effect(repositories);
      // The key is this transaction's until it ends, however long it took.
      lock.until = heldFrom();
      await save(repositories, result);
      return { result };
    });
  };

  const heldFrom = () => new Date(clock.now().getTime() + HELD);

  /** Does what follows, and says three times in the life of the lock that somebody still does. */
  const whileHeld = async <Result>(
    records: TenantRecords,
    { key, lock }: { key: string; lock: Lock },
    work: () => Promise<Result>,
  ) => {
    const renew = async () => {
      const until = heldFrom();
      if (await records.idempotency.hold(key, lock.until, until)) lock.until = until;
    };
    const timer = setInterval(() => void renew().catch(() => undefined), HELD / 3);
    timer.unref();
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  };

  /** True when the lock is still, or again, this request's. A request that stood still may have lost it to a repeat. */
  const isOurs = async (keys: IdempotencyRepository, { key, fingerprint }: Idempotency, lock: Lock) => {
    const at = clock.now();
    if (at < lock.until) return true;
    const lockedUntil = heldFrom();
    if ((await keys.resume(key, { fingerprint, lockedUntil, at })) === null) return false;
    lock.until = lockedUntil;
    return true;
  };

  return async (records, idempotency, work) => {
    const { first, find, finish, resumes, mentions } = work;
    const alone = work.alone && !first;
    const effect: typeof work.effect = async (repositories) => {
      await first?.(repositories);
      return work.effect(repositories);
    };
    const { pack = (result) => result, unpack = (result) => result } = work;
    if (!idempotency) {
      const attempt = () => (alone ? effect(records) : records.transaction(effect));
      const result = await (find ? resolveUnknownOutcome({ attempt, find: () => find(records) }) : attempt());
      return { result: await finish(result, async () => undefined), replayed: false };
    }
    const { key, fingerprint } = idempotency;
    const answer = async (result: Parameters<typeof mentions>[0]) => ({
      result: await kept(pack(result)),
      mentions: mentions(result),
    });
    const lock: Lock = { until: clock.now() };
    const save: Parameters<typeof finish>[1] = async ({ idempotency: keys }, result) => {
      // Checked inside the transaction: a request that lost its lock stores nothing.
      if (!(await isOurs(keys, idempotency, lock))) throw takenOver();
      await keys.store(key, { ...(await answer(result)), lockedUntil: lock.until });
    };
    const { found, result: effectResult } = await begin(records, idempotency, work, { save, lock });
    if (found) return replay(found, fingerprint, isRunning(found, resumes === true, clock.now()), unpack);
    const result = await whileHeld(records, { key, lock }, () => finish(unpack(effectResult), save));
    // Should the records go away now, the key keeps what was saved, and is free of its lock when that runs out.
    const last = { ...(await answer(result)), lockedUntil: null };
    await fallbackOnOutage(undefined, async () => {
      if (await isOurs(records.idempotency, idempotency, lock)) await records.idempotency.store(key, last);
    });
    return { result, replayed: false };
  };
}
