import type { HistoryEntry, HistoryRepository } from '../../ports/records.js';
import { readPages } from '../in-parts.js';
import { pace } from '../waiting.js';

const unitsOf = (state: HistoryEntry['before']): number =>
  Object.values(state ?? {}).reduce<number>(
    (units, value) => units + (typeof value === 'string' ? value.length : 100),
    100,
  );

/** About how long an entry is: that of its texts, and something for what else it holds. */
export const entryUnits = ({ before, after }: HistoryEntry): number => unitsOf(before) + unitsOf(after);

/** What happened to these memories, by memory and version; it may be much, so it is read part by part. */
export async function* historyOf(
  history: Pick<HistoryRepository, 'page'>,
  memoryIds: readonly string[],
): AsyncGenerator<HistoryEntry> {
  const pages = readPages<HistoryEntry>((after, limit) => history.page(memoryIds, after, limit), entryUnits);
  for await (const page of pages) {
    yield* page;
    await pace();
  }
}
