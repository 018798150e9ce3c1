import { isProblem, Problem } from '@hippocamp/shared/problems';
import { pause } from '../waiting.js';

/** An engine does not answer; nothing is wrong with what was asked. */
export const isOutage = (error: unknown): boolean => isProblem(error) && error.problem === 'dependency-unavailable';

/**
 * What follows a commit may meet an engine that went away. A 503 says that nothing was kept, so the answer is then what was
 * kept, and what was to follow is left to the outbox.
 */
export async function orAsKept<Result>(kept: Result, follow: () => Promise<Result>): Promise<Result> {
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

/** What the sender of a write is told then. Who retries without a key is not asked to: it could be there twice. */
export const outcomeUnknown = (cause: unknown, { keyed }: { keyed: boolean }) =>
  new Problem(
    'outcome-unknown',
    keyed
      ? 'The database took this and did not answer: it is kept or not. Send it again with the same Idempotency-Key, and it is done once.'
      : 'The database took this and did not answer: it is kept or not. Look whether it is there before you send it again, or send it with an Idempotency-Key from the start.',
    { outcome: 'unknown', part: 'records', cause, ...(keyed ? { retryAfter: 2 } : {}) },
  );

/** A write that is all or nothing, of ids that were made before it. */
interface CertainWork<Result> {
  attempt(): Promise<Result>;
  /** What it left, by these ids; null where it left nothing. */
  find(): Promise<Result | null>;
}

/** One that comes late, because the engine stood still with it, meets ids that are taken: it never counts twice. */
async function findOut<Result>({ attempt, find }: CertainWork<Result>): Promise<Result> {
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
export async function certainly<Result>(work: CertainWork<Result>): Promise<Result> {
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
