import { Problem } from '@hippocamp/shared/problems';

interface Unavailability {
  timedOut?: boolean;
  outcome?: 'unknown';
  /** What is wrong, where it is known. */
  detail?: string;
}

/**
 * The records could not be asked, or did not answer in time. `cause` is what their engine says. `outcome` is `unknown` where a
 * statement or commit was sent: what it writes, if it writes, may be kept.
 */
export class RecordsUnavailable extends Problem {
  /** What was asked took too long; the records may answer otherwise. */
  readonly timedOut: boolean;

  constructor(
    cause: unknown,
    { timedOut = false, outcome, detail = 'The database does not answer.' }: Unavailability = {},
  ) {
    const extras = { retryAfter: 2, cause, part: 'records' as const, ...(outcome ? { outcome } : {}) };
    super('dependency-unavailable', detail, extras);
    this.timedOut = timedOut;
  }
}
