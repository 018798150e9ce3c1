import { expect, it } from 'vitest';
import { tenantNamed } from '../../testing/builders.js';
import { createReadUnindexed } from './sources.js';

const acme = tenantNamed('acme');
const row = (id: string, words: number) => ({
  ...{ id, version: 1, content: 'word '.repeat(words), context: null, speaker: null },
  ...{ tier: 'semantic' as const, occurredAt: new Date(0), recencyAt: new Date(0), importanceScore: 0.5 },
});

it('what was read of rows that wait for the index is kept up to its bytes', async () => {
  const read: string[] = [];
  const readUnindexed = createReadUnindexed({
    vectorsOf: async (_tenant, rows) => {
      read.push(...rows.map(({ id }) => id));
      return { vectors: rows.map(() => null), waiting: [] };
    },
    lexicon: {
      fields: async (texts) =>
        texts.map(({ content }) => {
          const indices = Array.from({ length: content.length / 5 }, (_, index) => index);
          return { own: { indices, values: indices.map(() => 1) }, context: { indices: [], values: [] } };
        }),
      termIds: async () => [],
    },
    mostBytes: 100_000,
  });
  const readTwice = async (rows: ReturnType<typeof row>[]) => {
    for (const _time of [1, 2]) for (const each of rows) await readUnindexed(acme, [each], 'model');
    return read.splice(0);
  };
  const short = [row('a', 10), row('b', 10), row('c', 10)];
  expect(await readTwice(short)).toEqual(['a', 'b', 'c']);
  const long = [row('d', 3000), row('e', 3000), row('f', 3000)];
  expect(await readTwice(long)).toEqual(['d', 'e', 'f', 'd', 'e', 'f']);
});
