import { expect, it } from 'vitest';
import type { LifecycleRepository } from '../../ports/records.js';
import { groupBy } from '../in-parts.js';
import { emptiedWith } from './emptied-with.js';

type Sources = Readonly<Record<string, readonly string[]>>;

/** Counts what is read. */
function readsOf(sources: Sources) {
  const read = { statements: 0, memories: 0, sources: 0 };
  const edges = Object.entries(sources).flatMap(([id, of]) => of.map((sourceId) => ({ id, sourceId })));
  const below = groupBy(edges, ({ sourceId }) => sourceId);
  const distilledBelow: LifecycleRepository['distilledBelow'] = async (given, after, limit) => {
    const found = [...new Set(given.flatMap((id) => (below.get(id) ?? []).map((edge) => edge.id)))].toSorted();
    const page = found.filter((id) => after === null || id > after).slice(0, limit);
    read.statements += 1;
    read.memories += page.length;
    return page;
  };
  const sourcesBeyond: LifecycleRepository['sourcesBeyond'] = async (places, limit) => {
    read.statements += 1;
    return places.map(({ id, after }) => {
      const rest = (sources[id] ?? []).toSorted().filter((sourceId) => after === null || sourceId > after);
      const page = rest.slice(0, limit);
      read.sources += page.length;
      return { id, sourceIds: page, last: page.length === limit ? (page.at(-1) ?? null) : null };
    });
  };
  return { read, reads: { distilledBelow, sourcesBeyond } };
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

it('looks at the first sources of many only', async () => {
  const sources = numbered('s', 1000);
  const { read, reads } = readsOf(Object.fromEntries(numbered('m', 1200).map((id) => [id, sources])));
  expect(await emptiedWith(reads, ['s0500'])).toEqual([]);
  expect(read).toEqual({ statements: 3 + 24, memories: 1200, sources: 1200 * 50 });
});

it('finds those that many sources empty together, over pages, and reads each source once', async () => {
  const sources = numbered('s', 120);
  const memories = numbered('m', 600);
  const { read, reads } = readsOf(Object.fromEntries(memories.map((id) => [id, sources])));
  expect((await emptiedWith(reads, sources)).toSorted()).toEqual(memories);
  expect(read.sources).toBe(600 * 120);
});

it('does not go on below memories that stay', async () => {
  const chain = numbered('m', 300);
  const links = chain.map((id, place): [string, string[]] => [id, [place === 0 ? 'a' : `${chain[place - 1]}`, 'x']]);
  const { read, reads } = readsOf(Object.fromEntries(links));
  expect(await emptiedWith(reads, ['a'])).toEqual([]);
  expect(read).toEqual({ statements: 2, memories: 1, sources: 2 });
});

it('reads each source once, also of memories that every link of a chain leads to', async () => {
  const chain = numbered('m', 300);
  const links = chain.map((id, place): [string, string[]] => [id, [place === 0 ? 'a' : `${chain[place - 1]}`]]);
  const hubs = numbered('h', 100).map((id): [string, string[]] => [id, ['a', ...chain, 'z']]);
  const { read, reads } = readsOf(Object.fromEntries([...links, ...hubs]));
  expect((await emptiedWith(reads, ['a'])).toSorted()).toEqual(chain);
  expect(read.statements).toBeLessThan(700);
  expect(read.sources).toBe(300 + 100 * 302);
});
