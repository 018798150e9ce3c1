import { membersOf } from '@hippocamp/shared/members';
import type { HistoryEntry, HistoryRepository } from '../../ports/records.js';
import { isEmpty, readPages } from '../in-parts.js';
import { pace } from '../waiting.js';

const unitsOf = (state: HistoryEntry['before']): number =>
  membersOf(state ?? {}).reduce<number>(
    (units, value) => units + (typeof value === 'string' ? value.length : 100),
    100,
  );

/** The rough size of an entry, UTF-16 units. Values other than texts count as 100. */
export const entryUnits = ({ before, after }: Pick<HistoryEntry, 'before' | 'after'>): number =>
  unitsOf(before) + unitsOf(after);

type Place = Pick<HistoryEntry, 'memoryId' | 'version'>;

/** The history may be long, so it is read in pages. */
export async function* historyOf(
  history: Pick<HistoryRepository, 'page'>,
  memoryIds: readonly string[],
  from: Place | null = null,
): AsyncGenerator<HistoryEntry> {
  const read = (after: Place | null, limit: number) => history.page(memoryIds, after ?? from, limit);
  const pages = readPages<HistoryEntry>(read, entryUnits, isEmpty);
  for await (const page of pages) {
    yield* page;
    await pace();
  }
}

/** UTF-16 units of a page. A longer entry is a page by itself. */
const PAGE_UNITS = 512 * 1024;

export async function pageOfHistory(
  history: Pick<HistoryRepository, 'page'>,
  after: Place,
  limit: number,
): Promise<{ entries: HistoryEntry[]; isLast: boolean }> {
  const entries: HistoryEntry[] = [];
  let units = 0;
  for await (const entry of historyOf(history, [after.memoryId], after)) {
    units += entryUnits(entry);
    if (entries.length === limit || (entries.length > 0 && units > PAGE_UNITS)) return { entries, isLast: false };
    entries.push(entry);
  }
  return { entries, isLast: true };
}
