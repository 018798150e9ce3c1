import { Problem } from '@hippocamp/shared/problems';

/**
 * The records could not be asked, or did not answer in time. `cause` is what their engine says. `outcome` is `unknown` where a
 * statement or commit was sent: what it writes, if it writes, may be kept.
 */
export class RecordsUnavailable extends Problem {
  /** What was asked took too long; the records may answer otherwise. */
  readonly timedOut: boolean;

  constructor(cause: unknown, { timedOut = false, outcome }: { timedOut?: boolean; outcome?: 'unknown' } = {}) {
    const extras = { retryAfter: 2, cause, part: 'records' as const, ...(outcome ? { outcome } : {}) };
    super('dependency-unavailable', 'The database does not answer.', extras);
    this.timedOut = timedOut;
  }
}
