import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stirred } from './stirred.js';
import { countEach, createTermMap, distinctIds } from './term-map.js';
import { BY_CHANCE, chosenIds, fullestBucket } from './testing/chosen.js';

const id = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }));

describe('the keys of term ids', () => {
  it.each<[string, number[]]>([
    ['were chosen for one bucket', chosenIds(8000)],
    ['follow each other', Array.from({ length: 8000 }, (_, place) => place)],
    ['differ in their upper half', Array.from({ length: 8000 }, (_, place) => place * 65_536)],
    ['differ in both ends', Array.from({ length: 8000 }, (_, place) => (place % 128) + (place >> 7) * 2 ** 23)],
  ])('fill the buckets evenly where ids %s', (_, ids) => {
    expect(fullestBucket(ids.map(stirred))).toBeLessThan(BY_CHANCE);
  });
});

describe('a map by term ids', () => {
  it('is a map, in the same order', () => {
    const step = fc.tuple(fc.constantFrom('set', 'delete'), id, fc.nat());
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const [map, expected] = [createTermMap<number>(), new Map<number, number>()];
        for (const [kind, key, value] of steps) {
          for (const each of [map, expected]) kind === 'set' ? each.set(key, value) : each.delete(key);
        }
        expect([...map]).toEqual([...expected]);
        expect([...map.values()]).toEqual([...expected.values()]);
        expect(map.size).toBe(expected.size);
        for (const [, key] of steps) {
          expect([map.get(key), map.has(key)]).toEqual([expected.get(key), expected.has(key)]);
        }
      }),
    );
  });

  it('may lose entries while it is looked through', () => {
    const map = createTermMap([1, 2, 3].map((each) => [each, each] as const));
    for (const [key] of map) if (key !== 2) map.delete(key);
    expect([...map]).toEqual([[2, 2]]);
  });

  it('counts', () => {
    const counts = createTermMap<number>();
    countEach(counts, [4, 2 ** 32 - 1, 4]);
    expect([...counts]).toEqual([
      [4, 2],
      [2 ** 32 - 1, 1],
    ]);
  });
});

describe('distinct ids', () => {
  it('are each once, in the order in which they came', () => {
    fc.assert(
      fc.property(fc.array(id), (ids) => {
        expect(distinctIds(ids)).toEqual([...new Set(ids)]);
      }),
    );
  });
});
