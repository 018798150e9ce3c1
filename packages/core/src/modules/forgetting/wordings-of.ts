import type { MemoryWording, TenantRepositories } from '../../ports/records.js';
import { historyOf } from '../memories/history-of.js';

export interface Wordings extends MemoryWording {
  /** Every wording in its history, oldest first, perhaps with the present one. */
  historyContents: string[];
}

export async function wordingsOf(
  { memories, history }: Pick<TenantRepositories, 'memories' | 'history'>,
  ids: readonly string[],
): Promise<Wordings[]> {
  const rows = (await memories.wordings(ids)).map((row): Wordings => ({ ...row, historyContents: [] }));
  const byId = new Map(rows.map((row) => [row.id, row]));
  for await (const { memoryId, before, after } of historyOf(history, ids)) {
    const historyContents = byId.get(memoryId)?.historyContents;
    for (const wording of [before?.content, after?.content]) {
      if (typeof wording === 'string' && historyContents?.at(-1) !== wording) historyContents?.push(wording);
    }
  }
  return rows;
}
