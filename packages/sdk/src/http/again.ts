import { ConnectionFailed, TimedOut, UnexpectedAnswer } from '../errors.js';
import { HippocampProblem } from '../problem.js';

/** Whether and when a failed request is sent once more. Times are in milliseconds. */

/** With these the service says that nothing was done. */
const nothingDone = [
  'dependency-unavailable',
  'overloaded',
  'too-many-requests',
  'request-timeout',
  'idempotency-key-in-use',
];

/** With these something may have been done. */
const passing = [408, 425, 429, 502, 503, 504];

/** `isSafe`: the request may have been done, and doing it once more does nothing twice. */
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

/**
 * How long to wait before the next try: anything up to a bound that doubles, so that many clients do not come back at once. Where
 * the service asked for a time, that, and a little more for the same reason.
 */
export function waitBefore(error: unknown, attempts: number, random: number): number {
  const asked = askedFor(error);
  if (asked !== undefined) return asked + random * FIRST;
  return random * Math.min(LONGEST, FIRST * 2 ** (attempts - 1));
}
