import { LINE_VALUES } from '@hippocamp/shared/schemas/transfer';
import type { HistoryEntry, MemoryRecord } from '../../ports/records.js';
import { valuesOf } from '../json/values-of.js';

/** Lines of memories have members that records lack. */
const CERTAIN = LINE_VALUES / 2;

/**
 * Whether an export may bring the history in a line of its own, which begins one in a memory that did not change. Of an
 * earliest entry that is not there nobody knows how long it was.
 */
export const mayBeginApart = (memory: MemoryRecord, earliest: HistoryEntry | undefined): boolean =>
  earliest?.version !== 1 || valuesOf(memory) + valuesOf(earliest) > CERTAIN;
