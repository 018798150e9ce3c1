import { describe, expect, it } from 'vitest';
import { pairFeatures } from './pair-features.js';
import { readPairHead, relationsOf } from './pair-head.js';
import { viewOf } from './sentence-view.js';

const pair = { older: viewOf('I live in Oslo.'), newer: viewOf('I live in Bergen now.') };
const names = Object.keys(pairFeatures(pair));
const zero = [0, 0, 0];
const fileOf = (words: Record<string, number[]>) =>
  JSON.stringify({
    id: 'test',
    same: 0.9,
    sameInSpite: 0.95,
    replaces: 0.9,
    replacesTold: 0.9,
    replacesInSpite: 0.95,
    doubtful: 0.5,
    bias: zero,
    features: Object.fromEntries(names.map((name) => [name, [0, 1, ...zero]])),
    products: Array.from({ length: (names.length * (names.length - 1)) / 2 }, () => zero),
    words,
  });

describe('the head of pairs', () => {
  it('gives probabilities that sum to 1, and knows nothing without weights', () => {
    const { same, conflict, different } = relationsOf(readPairHead(fileOf({})), pair);
    expect([same, conflict, different]).toEqual([1 / 3, 1 / 3, 1 / 3]);
  });

  it('looks at words that only one of them has', () => {
    const head = readPairHead(fileOf({ '+now': [0, 4, 0], '-now': [4, 0, 0], '+live': [4, 0, 0] }));
    const { same, conflict } = relationsOf(head, pair);
    expect(conflict).toBeGreaterThan(0.9);
    expect(same).toBeLessThan(0.1);
  });

  it('is not read from a file that lacks weights', () => {
    expect(() => readPairHead(fileOf({}).replace('"products":[[0,0,0],', '"products":['))).toThrow(
      'not all of its weights',
    );
  });
});
