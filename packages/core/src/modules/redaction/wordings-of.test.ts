import { expect, it } from 'vitest';
import type { HistoryEntry, MemoryWording, TenantRepositories } from '../../ports/records.js';
import { NOON } from '../../testing/builders.js';
import type { Words } from '../text/word-batch.js';
import { wordingsOf } from './wordings-of.js';

const stage = (content: string, told: readonly string[]) => {
  const entries = told.map(
    (text, at): HistoryEntry => ({
      ...{ memoryId: 'm', version: at + 2, change: 'updated', at: NOON },
      ...{ before: { content: at === 0 ? 'the first' : (told[at - 1] ?? '') }, after: { content: text } },
    }),
  );
  const looks = { pages: 0 };
  const repositories = {
    memories: { wordings: async () => [{ id: 'm', content } as MemoryWording] },
    history: {
      async page(_ids: readonly string[], after: { version: number } | null, limit: number) {
        looks.pages += 1;
        return entries.filter(({ version }) => version > (after?.version ?? 0)).slice(0, limit);
      },
    },
  } as unknown as TenantRepositories;
  return { repositories, looks };
};

const listOf = async (words: Words) => {
  const list: string[] = [];
  for await (const word of words) list.push(word);
  return list;
};

it('wordings are held each once, however often a memory went back to them', async () => {
  const told = Array.from({ length: 1000 }, (_, at) => (at % 2 === 0 ? 'one' : 'two'));
  const { repositories, looks } = stage('two', told);
  const [memory] = await wordingsOf(repositories, ['m'], 1000);
  expect(memory).toMatchObject({ earliest: 'the first', wasChanged: true });
  const { pages } = looks;
  expect(await listOf(memory?.told ?? [])).toEqual(['the first', 'one', 'two']);
  expect(looks.pages).toBe(pages);
});

it('more wordings than are held at once are read again for each look, in pages', async () => {
  const told = Array.from({ length: 200 }, (_, at) => `wording ${at}`);
  const { repositories, looks } = stage('now', told);
  const [memory] = await wordingsOf(repositories, ['m'], 1000);
  expect(memory).toMatchObject({ earliest: 'the first', wasChanged: true });
  for (const _look of [1, 2]) {
    const { pages } = looks;
    expect(await listOf(memory?.told ?? [])).toEqual(['the first', ...told]);
    expect(looks.pages).toBeGreaterThan(pages + 1);
  }
});
