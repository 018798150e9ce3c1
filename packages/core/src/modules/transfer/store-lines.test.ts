import { expect, it } from 'vitest';
import type { HistoryEntry, MemoryRecord, TenantRepositories } from '../../ports/records.js';
import { NOON } from '../../testing/builders.js';
import { storeHistory } from './store-lines.js';

const entryOf = (version: number) => ({ version, change: 'updated', at: NOON }) as unknown as HistoryEntry;

const storing = async (versions: readonly number[], keptVersions: readonly number[]) => {
  const kept = keptVersions.map(entryOf);
  const asked: number[] = [];
  const added: number[] = [];
  const repositories = {
    memories: { get: async () => ({ version: 1000 }) as MemoryRecord },
    history: {
      async page(_ids: readonly string[], after: { version: number } | null, limit: number) {
        asked.push(limit);
        return kept.filter(({ version }) => version > (after?.version ?? 0)).slice(0, limit);
      },
      add: async (entries: readonly HistoryEntry[]) => void added.push(...entries.map(({ version }) => version)),
    },
  } as unknown as TenantRepositories;
  const line = { kind: 'history', memoryId: 'm1', history: versions.map(entryOf) };
  expect(await storeHistory(repositories, line as unknown as Parameters<typeof storeHistory>[1])).toBe(true);
  return { asked, added };
};

it('a line of history reads little more of what is there than it brings, however far apart its versions are', async () => {
  const { asked, added } = await storing([2, 3, 4, 900, 901, 1_000_000_000], [1, 2, 3, 5, 900]);
  expect(asked).toEqual([1, 3, 2, 1]);
  expect(added).toEqual([4, 901]);
});

it('a line of history brings nothing back that was forgotten, whether the memory changed since or not', async () => {
  expect(await storing([2, 3, 4], [])).toMatchObject({ added: [] });
  expect(await storing([2, 3, 4], [7, 8])).toMatchObject({ added: [] });
});
