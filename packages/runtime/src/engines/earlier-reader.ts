import type { Log } from '@hippocamp/core/ports/log';
import { JUDGE } from '@hippocamp/language/judge/judge';

/** Names the reader that ships: what it has read need not be read anew. */
export const readerVersion: string = JUDGE;

/** The advice for texts that an earlier reader read. */
export const READ_AGAIN = '`hippocamp read-again` keeps what an earlier reader left out of the texts that are kept';

/** Logs it once: from then on the folder records the present reader. */
export function tellEarlierReader(written: { writtenBy: string; readBy?: string | undefined } | null, log: Log): void {
  if (written === null || written.readBy === readerVersion) return;
  const { writtenBy, readBy = 'unknown' } = written;
  log.info({ writtenBy, readBy, reader: readerVersion }, READ_AGAIN);
}
