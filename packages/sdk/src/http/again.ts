import { ConnectionFailed, TimedOut, UnexpectedAnswer } from '../errors.js';
import { HippocampProblem } from '../problem.js';

/** Times are in milliseconds. */

/** Nothing was done when the service answers these problems. */
const nothingDone = [
  'dependency-unavailable',
  'overloaded',
  'too-many-requests',
  'request-timeout',
  'idempotency-key-in-use',
];

/** Something may have been done when the service answers these statuses. */
const passing = [408, 425, 429, 502, 503, 504];

/** `isSafe`: sending the request once more does nothing twice. */
export function mayTryAgain(error: unknown, isSafe: boolean): boolean {
  if (error instanceof HippocampProblem) {
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
