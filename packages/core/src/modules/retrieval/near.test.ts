import { expect, it } from 'vitest';
import { filterOf, newMemory, recordOf } from '../../testing/builders.js';
import { createNear } from './near.js';

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
