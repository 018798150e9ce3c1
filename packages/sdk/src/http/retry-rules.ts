import { ConnectionFailed, TimedOut, UnexpectedAnswer } from '../errors.js';
import { HippocampProblem } from '../problem.js';

/** Times are in milliseconds. */

/** The service takes no more for now. Nothing was done, as when it answers the problems below. */
const refusals = ['overloaded', 'too-many-requests'];
const nothingDone = ['dependency-unavailable', 'request-timeout', 'idempotency-key-in-use'];

/** Something may have been done when the service answers these statuses. */
const passing = [408, 425, 429, 502, 503, 504];

/** `isSafe`: sending the request once more does nothing twice. */
export function mayTryAgain(error: unknown, isSafe: boolean, retryRefusals = true): boolean {
  if (error instanceof HippocampProblem) {
    if (refusals.includes(error.problem)) return retryRefusals;
    return nothingDone.includes(error.problem) || (isSafe && passing.includes(error.status));
  }
  if (error instanceof ConnectionFailed) return error.neverSent || isSafe;
  if (error instanceof TimedOut) return isSafe;
  return error instanceof UnexpectedAnswer && isSafe && passing.includes(error.status);
}

const FIRST = 500;
const LONGEST = 10_000;

const askedFor = (error: unknown): number | undefined =>
  error instanceof HippocampProblem || error instanceof UnexpectedAnswer ? error.retryAfterMs : undefined;

/** Random up to a doubling bound, or a bit more than the service asked for, so that clients do not come together. */
export function waitBefore(error: unknown, attempts: number, random: number): number {
  const asked = askedFor(error);
  if (asked !== undefined) return asked + random * FIRST;
  return random * Math.min(LONGEST, FIRST * 2 ** (attempts - 1));
}
