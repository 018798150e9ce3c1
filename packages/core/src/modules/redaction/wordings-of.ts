import type { HistoryEntry, MemoryWording, TenantRepositories } from '../../ports/records.js';
import { historyOf } from '../memory-store/history-of.js';
import { textKey } from '../text/text-keys.js';
import type { Words } from '../text/word-batch.js';

export interface Wordings extends MemoryWording {
  /** The first wording in its history. */
  earliest: string | null;
  /** True when its history holds another wording than the present one. */
  wasChanged: boolean;
  /** Every wording in its history, perhaps with the present one. */
  told: Words;
}

/** UTF-16 units held at once, over all memories. Clients decide how often a memory is changed. */
const MOST_HELD = 4 * 1024 * 1024;
/** What a short text takes besides. */
const EACH = 100;

const contentsOf = ({ before, after }: HistoryEntry): string[] =>
  [before?.content, after?.content]
    .filter((content) => typeof content === 'string')
    .filter((content) => content !== '');

async function* readAgain(history: TenantRepositories['history'], id: string): AsyncGenerator<string> {
  let last: string | null = null;
  for await (const entry of historyOf(history, [id])) {
    for (const content of contentsOf(entry)) {
      if (content !== last) yield content;
      last = content;
    }
  }
}

type Gathered = Omit<Wordings, 'told'> & {
  /** By their keys; null once they are too many to be held. */
  held: Map<string, string> | null;
};

/** The history has to stay until the words are out of all other places. */
export async function wordingsOf(
  { memories, history }: Pick<TenantRepositories, 'memories' | 'history'>,
  ids: readonly string[],
  most = MOST_HELD,
): Promise<Wordings[]> {
  const rows = (await memories.wordings(ids)).map(
    (row): Gathered => ({ ...row, earliest: null, wasChanged: false, held: new Map() }),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  let units = 0;
  for await (const entry of historyOf(history, ids)) {
    const memory = byId.get(entry.memoryId);
    if (!memory) continue;
    for (const content of contentsOf(entry)) {
      memory.earliest ??= content;
      memory.wasChanged ||= content !== memory.content;
      if (!memory.held) continue;
      const key = textKey(content);
      if (memory.held.has(key)) continue;
      units += content.length + EACH;
      if (units > most) memory.held = null;
      else memory.held.set(key, content);
    }
  }
  return rows.map(({ held, ...row }) => ({
    ...row,
    told: held ? [...held.values()] : { [Symbol.asyncIterator]: () => readAgain(history, row.id) },
  }));
}
