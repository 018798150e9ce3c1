import { expect, it } from 'vitest';
import { filterOf, newMemory, recordOf, tenantNamed } from '../../testing/builders.js';
import { createNear, createReadUnindexed } from './sources.js';

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

it('edges that came with the lists are not read again where all memories asked about were among them', async () => {
  const read: (readonly string[])[] = [];
  const toldBefore = async (_type: string, of: readonly string[]) => {
    read.push(of);
    return { of, earlier: [], among: [] };
  };
  const near = createNear({ relations: { toldBefore }, memories: { getMany: async () => [] } });
  const among = [
    { earlierId: 'a', laterId: 'b' },
    { earlierId: 'a', laterId: 'c' },
  ];
  near.onNear({ facts: [], whole: [], told: { of: ['a', 'b', 'c'], earlier: ['a', 'c'], among } });
  const found = await near.toldBefore('may_supersede', ['b', 'a']);
  expect(found).toEqual({ of: ['b', 'a'], earlier: ['a'], among: [{ earlierId: 'a', laterId: 'b' }] });
  expect(read).toEqual([]);
  await near.toldBefore('may_supersede', ['a', 'd']);
  expect(read).toEqual([['a', 'd']]);
});

it('rows that came with the lists are not read again, and others are read ahead, fifty at most', async () => {
  const ids = Array.from({ length: 60 }, (_, place) => `memory-${place}`);
  const rowOf = (id: string) => recordOf(newMemory(id));
  const read: (readonly string[])[] = [];
  const getMany = async (wanted: readonly string[]) => {
    read.push(wanted);
    return wanted.filter((id) => id !== 'memory-7').map(rowOf);
  };
  const toldBefore = async (_type: string, of: readonly string[]) => ({ of, earlier: [], among: [] });
  const near = createNear({ relations: { toldBefore }, memories: { getMany } });
  near.onNear({ facts: [], whole: [rowOf('memory-0')], told: null });
  await near.readAhead(ids, filterOf());
  expect(read).toEqual([ids.slice(1, 50)]);
  expect([...near.whole.keys()]).toEqual(ids.slice(0, 50).filter((id) => id !== 'memory-7'));
});
