import { type Records, RecordsUnavailable } from '../../ports/records.js';
import { mayBeKept } from '../idempotency/run-once.js';
import { settlesWithin } from '../waiting.js';

/** Records that are up answer a ping within this time, ms. */
const AT_ONCE = 1_000;

const answersAtOnce = (records: Pick<Records, 'ping'>) => settlesWithin(records.ping(), AT_ONCE).catch(() => false);

/** True where a lock or the begin of a transaction was waited for in vain. */
const hasWaited = (error: unknown): boolean => error instanceof RecordsUnavailable && error.waited;

/** True for a time-out while the records answer others, so that the work itself takes too long. */
export const isStalled = async (error: unknown, records: Pick<Records, 'ping'>): Promise<boolean> =>
  error instanceof RecordsUnavailable && error.timedOut && (await answersAtOnce(records));

/** True where less work at once may end in time. What waited for others may be done at the next try. */
export const isTooLong = async (error: unknown, records: Pick<Records, 'ping'>): Promise<boolean> =>
  !mayBeKept(error) && !hasWaited(error) && (await isStalled(error, records));
