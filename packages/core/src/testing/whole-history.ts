import { historyOf } from '../modules/memory-store/history-of.js';
import type { HistoryEntry, TenantRepositories } from '../ports/records.js';

/** All that happened to a memory, oldest first. */
export async function wholeHistory(
  { history }: Pick<TenantRepositories, 'history'>,
  id: string,
): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  for await (const entry of historyOf(history, [id])) entries.push(entry);
  return entries;
}
