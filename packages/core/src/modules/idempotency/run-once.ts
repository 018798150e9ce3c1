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

/** True when an engine does not answer, so that the request itself is not at fault. */
export const isOutage = (error: unknown): boolean => isProblem(error) && error.problem === 'dependency-unavailable';

/** A 503 says that nothing was kept, so an outage after the commit must not reject. The outbox does the rest. */
export async function fallbackOnOutage<Result>(kept: Result, follow: () => Promise<Result>): Promise<Result> {
  try {
    return await follow();
  } catch (error) {
    if (isOutage(error)) return kept;
    throw error;
  }
}

/** ms spent on finding out if a write was kept. Callers usually wait half a minute. */
const PATIENCE = 10_000;
const EVERY = 250;

/** True when a write was sent and its answer never came. */
export const mayBeKept = (error: unknown): boolean => isProblem(error) && error.extras.outcome === 'unknown';

/** Without a key no retry is suggested, because the row could then exist twice. */
export const outcomeUnknown = (cause: unknown, { keyed }: { keyed: boolean }) =>
  new Problem(
    'outcome-unknown',
    keyed
      ? 'The database took this and did not answer: it is kept or not. Send it again with the same Idempotency-Key, and it is done once.'
      : 'The database took this and did not answer: it is kept or not. Look whether it is there before you send it again, or send it with an Idempotency-Key from the start.',
    { outcome: 'unknown', part: 'records', cause, ...(keyed ? { retryAfter: 2 } : {}) },
  );

/** A write that is all or nothing, with ids made before it. */
interface ResolvableWork<Result> {
  attempt(): Promise<Result>;
  /** Finds the rows by their ids. Null when the write left nothing. */
  find(): Promise<Result | null>;
}

/** If the first write arrives late, its ids are taken, so that it never counts twice. */
async function findOut<Result>({ attempt, find }: ResolvableWork<Result>): Promise<Result> {
  try {
    return (await find()) ?? (await attempt());
  } catch (error) {
    if (isOutage(error)) throw error;
    // The first write arrived between `find` and `attempt`.
    const found = await find();
    if (found) return found;
    throw error;
  }
}

/** Repeats a write of unknown outcome, unless its rows are found. Rejects as the first time after `PATIENCE`. */
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
  /** True for the answer of an earlier request with the same key. */
  replayed: boolean;
}

/** Stores the answer so far with the key, in the transaction of the work. Does nothing without a key. */
export type SaveAnswer<Result> = (repositories: TenantRepositories, result: Result) => Promise<void>;

export interface OnceWork<Result> {
  /** Runs in one transaction with the key. */
  effect(repositories: TenantRepositories): Promise<Result>;
  /** Runs before the effect, in its transaction. */
  first?: ((repositories: TenantRepositories) => Promise<void>) | undefined;
  /** The effect is atomic by itself. Without a key it needs no transaction, which saves two round trips. */
  alone?: boolean;
  /** Finds the result by ids made before the effect, when the answer to the commit was lost. */
  find?(repositories: TenantRepositories): Promise<Result | null>;
  /** Runs after the commit. Its result is the answer. */
  finish(result: Result, save: SaveAnswer<Result>): Promise<Result>;
  /** True when the work is in `finish`. A repeat of an interrupted request then continues from the saved answer. */
  resumes?: boolean;
  /** The form in which the answer is stored. By default the answer itself. */
  pack?(result: Result): Result;
  unpack?(kept: Result): Result;
  /** Ids whose text the answer holds, so that it can be forgotten with them. */
  mentions(result: Result): readonly string[];
}

/** ms after the last sign of the holder before a repeat takes over the key. Until then a repeat is refused. */
const HELD = 6_000;

export type RunOnce = <Result extends object>(
  records: TenantRecords,
  idempotency: Idempotency | undefined,
  work: OnceWork<Result>,
) => Promise<Once<Result>>;

/** Stored as one text, because a JSON column may reorder members and a replay must equal the first answer. */
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

/** Nobody takes the key over before `until`. */
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

/** Key and effect are one transaction: a crash leaves both or neither, and a thrown problem leaves the key free. */
export function createRunOnce({ clock, retention }: { clock: Clock; retention: number }): RunOnce {
  /** Claims the key, or takes it over from an interrupted request. Otherwise answers the row that holds it. */
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
      // The transaction holds the key until it ends, however long that took.
      lock.until = heldFrom();
      await save(repositories, result);
      return { result };
    });
  };

  const heldFrom = () => new Date(clock.now().getTime() + HELD);

  /** Renews the lock while the work runs. */
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

  /** A request that stood still may have lost its lock to a repeat. */
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
    // During an outage the key keeps the last saved answer, and its lock runs out.
    const last = { ...(await answer(result)), lockedUntil: null };
    await fallbackOnOutage(undefined, async () => {
      if (await isOurs(records.idempotency, idempotency, lock)) await records.idempotency.store(key, last);
    });
    return { result, replayed: false };
  };
}
