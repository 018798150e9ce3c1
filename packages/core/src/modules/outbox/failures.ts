import { createHash } from 'node:crypto';
import { isProblem } from '@hippocamp/shared/problems';
import type { JobKey } from '../../ports/job-queue.js';
import { UnreadableText } from '../../ports/language.js';
import { reasonOf } from '../../ports/log.js';

/** The job waits for something still to come. It is tried later, and that counts as no failure. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
  constructor(
    message: string,
    /** When it is tried again unless it is enqueued before, ms from now. */
    readonly milliseconds: number,
  ) {
    super(message);
  }
}

/** Messages of the database client begin with the call and may quote values, so only name and reason are used. */
const clientError = (error: unknown): string | null => {
  if (!(error instanceof Error) || !error.name.startsWith('PrismaClient')) return null;
  return [error.name, reasonOf(error) ?? []].flat().join(' ');
};

/** Only the first line, because messages of engines may quote values. */
const firstLine = (error: unknown): string => {
  const said = String(error instanceof Error ? error.message || error.name : error);
  const line = said.split('\n').find((text) => text.trim() !== '');
  return line?.slice(0, 500) ?? 'unknown';
};

/** A description without values for logs and dead letters. */
export const describeFailure = (error: unknown): string => {
  const cause = isProblem(error) ? (clientError(error.cause) ?? reasonOf(error.cause)) : null;
  const said = clientError(error) ?? firstLine(error);
  return cause ? `${said} (${cause})` : said;
};

export interface RetryRules {
  /** The least number of tries, and of crashes with its worker, before a job is given up. */
  leastAttempts: number;
  /** A job is not given up before this time since its first failure in a row, ms. */
  retryTime: number;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 60_000;
const MOST_DOUBLINGS = 10;
/** A text that could not be read twice will not be read at another try. */
const UNREADABLE_ATTEMPTS = 2;

/** 0..1, different for each job and attempt, and always the same for one. */
const spread = ({ tenant, kind, ref }: JobKey, attempts: number) =>
  createHash('sha256')
    .update(JSON.stringify([tenant, kind, ref, attempts]))
    .digest()
    .readUInt32BE(0) /
  2 ** 32;

/** Half a second to a minute, doubling. Half is spread, so that jobs that failed together are not retried together. */
export function pauseAfter(job: JobKey, attempts: number): number {
  const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(attempts - 1, MOST_DOUBLINGS));
  return Math.round((longest * (1 + spread(job, attempts))) / 2);
}

/** A job is kept until any outage may be over, however often it was tried. */
export function isGivenUp(
  error: unknown,
  { attempts, unended, failingFor }: { attempts: number; unended: number; failingFor: number },
  { leastAttempts, retryTime }: RetryRules,
): boolean {
  // A worker that was killed says nothing about the text that it held.
  const failures = attempts - unended;
  if (error instanceof UnreadableText) return failures >= Math.min(UNREADABLE_ATTEMPTS, leastAttempts);
  return failures >= leastAttempts && failingFor >= retryTime;
}
