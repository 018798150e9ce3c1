import { expect, it } from 'vitest';
import type { DrawnRequest, TenantRepositories } from '../../ports/records.js';
import { contextPages, fewPlaces, placedPages } from './drawn-from.js';

const MANY = 12_000;

/** A raw text that many memories name. Counts the rows that each statement answers. */
const stage = (length = MANY) => {
  const rows = Array.from({ length }, (_, at) => ({
    ...{ id: String(at).padStart(6, '0'), sourceArtifactId: 'text' },
    span: at % 2 === 0 ? { start: at, end: at + 1 } : null,
  }));
  const drawn: number[] = [];
  const read: number[] = [];
  const memories = {
    async drawnFrom(_ids: readonly string[], { having, after, limit }: DrawnRequest) {
      const passing = rows.filter(({ id, span }) => (after === null || id > after) && (having !== 'place' || span));
      drawn.push(Math.min(limit, passing.length));
      return passing.slice(0, limit);
    },
    async contexts(ids: readonly string[]) {
      read.push(ids.length);
      return ids.map((id) => ({ id, context: `before ${id}` }));
    },
  };
  return { repositories: { memories } as unknown as TenantRepositories, drawn, read };
};

it('reads the contexts of many memories of one text some at a time, each once', async () => {
  const { repositories, drawn, read } = stage();
  const found: string[] = [];
  const isMeant = (id: string) => id !== '000007';
  for await (const page of contextPages(repositories, ['text'], isMeant)) found.push(...page.map(({ id }) => id));
  expect(new Set(found).size).toBe(MANY - 1);
  expect(found).toHaveLength(MANY - 1);
  expect(Math.max(...read)).toBe(500);
  expect(drawn).toEqual([5000, 5000, 2000]);
});

it('reads places page by page, and asks nothing without texts', async () => {
  const { repositories, drawn, read } = stage();
  const places: number[] = [];
  for await (const page of placedPages(repositories, ['text'])) places.push(page.length);
  for await (const page of placedPages(repositories, [])) places.push(page.length);
  expect(places).toEqual([5000, 1000]);
  expect([drawn, read]).toEqual([[5000, 1000], []]);
});

it('answers no places where a write would have to look at too many memories, and reads no further', async () => {
  const { repositories, drawn } = stage(30_000);
  expect(await fewPlaces(repositories, ['text'])).toBeNull();
  expect(drawn).toEqual([5001]);
  // Those without a place are looked at too.
  expect(await fewPlaces(stage(5001).repositories, ['text'])).toBeNull();
  expect(await fewPlaces(stage(5000).repositories, ['text'])).toHaveLength(2500);
  expect(await fewPlaces(repositories, [])).toEqual([]);
});
