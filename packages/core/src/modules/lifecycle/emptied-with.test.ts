import { expect, it } from 'vitest';
import type { LifecycleRepository } from '../../ports/records.js';
import { groupBy } from '../in-parts.js';
import { emptiedWith } from './emptied-with.js';

type Sources = Readonly<Record<string, readonly string[]>>;

/** Counts what is read. The order of sources is that of the test: the first that is not given is the other one. */
function readsOf(sources: Sources) {
  const read = { statements: 0, memories: 0, counted: 0 };
  const edges = Object.entries(sources).flatMap(([id, of]) => of.map((sourceId) => ({ id, sourceId })));
  const below = groupBy(edges, ({ sourceId }) => sourceId);
  const distilledBelow: LifecycleRepository['distilledBelow'] = async (given, after, limit) => {
    const among = new Set(given);
    const found = [...new Set(given.flatMap((id) => (below.get(id) ?? []).map((edge) => edge.id)))].toSorted();
    const page = found.filter((id) => after === null || id > after).slice(0, limit);
    read.statements += 1;
    read.memories += page.length;
    return page.map((id) => {
      const others = (sources[id] ?? []).filter((sourceId) => !among.has(sourceId));
      return { id, named: (sources[id] ?? []).length - others.length, otherId: others[0] ?? null };
    });
  };
  const countSources: LifecycleRepository['countSources'] = async (ids) => {
    read.statements += 1;
    read.counted += ids.length;
    return ids.map((id) => ({ id, sources: sources[id]?.length ?? 0 }));
  };
  return { read, reads: { distilledBelow, countSources } };
}

const emptied = (ids: readonly string[], sources: Sources) => emptiedWith(readsOf(sources).reads, ids);

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, place) => `${prefix}${String(place).padStart(4, '0')}`);

it.each<[string, string[], Record<string, string[]>, string[]]>([
  ['nothing is distilled from it', ['a'], {}, []],
  ['a chain, told in any order', ['a'], { c: ['b'], d: ['c'], b: ['a'] }, ['b', 'c', 'd']],
  ['one that has another source', ['a'], { b: ['a', 'x'] }, []],
  ['one whose sources all go, at different depths', ['a'], { b: ['a'], c: ['a', 'b'] }, ['b', 'c']],
  ['below one that stays', ['a'], { b: ['a', 'x'], c: ['b'] }, []],
  ['several that go together', ['a', 'x'], { b: ['a', 'x'], c: ['b'] }, ['b', 'c']],
  ['a ring that has no other source', ['a'], { b: ['a', 'c'], c: ['b'] }, []],
  ['one whose sources go at three levels', ['a'], { b: ['a'], c: ['b'], d: ['a', 'b', 'c'] }, ['b', 'c', 'd']],
  ['one that waits for one beside it', ['a'], { b: ['a'], c: ['b', 'a'], d: ['c', 'b'] }, ['b', 'c', 'd']],
  ['one that is its own source', ['a'], { b: ['a', 'b'] }, []],
  ['one that is asked for itself', ['a', 'b', 'b'], { b: ['a'], c: ['b'] }, ['c']],
])('%s', async (_name, ids, sources, gone) => {
  expect(await emptied(ids, sources)).toEqual(gone);
});

it('reads of many sources only what one of them tells', async () => {
  const sources = numbered('s', 1000);
  const { read, reads } = readsOf(Object.fromEntries(numbered('m', 1200).map((id) => [id, sources])));
  expect(await emptiedWith(reads, ['s0500'])).toEqual([]);
  expect(read).toEqual({ statements: 3, memories: 1200, counted: 0 });
});

it('finds those that many sources empty together, over pages', async () => {
  const sources = numbered('s', 120);
  const memories = numbered('m', 600);
  const { read, reads } = readsOf(Object.fromEntries(memories.map((id) => [id, sources])));
  expect((await emptiedWith(reads, sources)).toSorted()).toEqual(memories);
  expect(read.counted).toBe(600);
});

it('does not go on below memories that stay', async () => {
  const chain = numbered('m', 300);
  const links = chain.map((id, place): [string, string[]] => [id, [place === 0 ? 'a' : `${chain[place - 1]}`, 'x']]);
  const { read, reads } = readsOf(Object.fromEntries(links));
  expect(await emptiedWith(reads, ['a'])).toEqual([]);
  expect(read).toEqual({ statements: 1, memories: 1, counted: 0 });
});

it('takes a statement for each level of a chain, and counts what all its links empty once', async () => {
  const chain = numbered('m', 300);
  const links = chain.map((id, place): [string, string[]] => [id, [place === 0 ? 'a' : `${chain[place - 1]}`]]);
  const { read, reads } = readsOf({ ...Object.fromEntries(links), z: ['a', ...chain] });
  expect((await emptiedWith(reads, ['a'])).toSorted()).toEqual([...chain, 'z']);
  expect(read.statements).toBeLessThan(305);
  expect(read.counted).toBe(1);
});
