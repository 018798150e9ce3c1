import type { Log } from '@hippocamp/core/ports/log';
import { JUDGE } from '@hippocamp/language/judge/judge';

/** The shipped reader; texts read by it need no new reading. */
export const readerVersion: string = JUDGE;

export const READ_AGAIN = '`hippocamp read-again` keeps what an earlier reader left out of the texts that are kept';

/** Logs once, because the folder then records the present reader. */
export function tellEarlierReader(written: { writtenBy: string; readBy?: string | undefined } | null, log: Log): void {
  if (written === null || written.readBy === readerVersion) return;
  const { writtenBy, readBy = 'unknown' } = written;
  log.info({ writtenBy, readBy, reader: readerVersion }, READ_AGAIN);
}
