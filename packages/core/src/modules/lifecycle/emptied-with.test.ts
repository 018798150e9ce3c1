import { expect, it } from 'vitest';
import { emptiedWith } from './emptied-with.js';

const emptied = (ids: readonly string[], sources: Readonly<Record<string, readonly string[]>>) =>
  emptiedWith(
    { descent: async () => Object.entries(sources).map(([id, sourceIds]) => ({ id, sourceIds: [...sourceIds] })) },
    ids,
  );

it.each<[string, string[], Record<string, string[]>, string[]]>([
  ['nothing is distilled from it', ['a'], {}, []],
  ['a chain, told in any order', ['a'], { c: ['b'], d: ['c'], b: ['a'] }, ['b', 'c', 'd']],
  ['one that has another source', ['a'], { b: ['a', 'x'] }, []],
  ['one whose sources all go, at different depths', ['a'], { b: ['a'], c: ['a', 'b'] }, ['b', 'c']],
  ['below one that stays', ['a'], { b: ['a', 'x'], c: ['b'] }, []],
  ['several that go together', ['a', 'x'], { b: ['a', 'x'], c: ['b'] }, ['b', 'c']],
  ['a ring that has no other source', ['a'], { b: ['a', 'c'], c: ['b'] }, []],
  ['one that is asked for itself', ['a', 'b', 'b'], { b: ['a'], c: ['b'] }, ['c']],
])('%s', async (_name, ids, sources, gone) => {
  expect(await emptied(ids, sources)).toEqual(gone);
});
