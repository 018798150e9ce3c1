import { Problem } from '@hippocamp/shared/problems';

/** The records could not be asked, or did not answer in time. `cause` is what their engine says. */
export class RecordsUnavailable extends Problem {
  /** What was asked took too long; the records may answer otherwise. */
  readonly timedOut: boolean;

  constructor(cause: unknown, { timedOut = false } = {}) {
    super('dependency-unavailable', 'The database does not answer.', { retryAfter: 2, cause, part: 'records' });
    this.timedOut = timedOut;
  }
}
