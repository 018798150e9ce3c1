import { describe, expect, it } from 'vitest';
import { pairFeatures } from './pair-features.js';
import { readPairHead, relationsOf } from './pair-head.js';
import { viewOf } from './sentence-view.js';

const pair = { older: viewOf('I live in Oslo.'), newer: viewOf('I live in Bergen now.') };
const names = Object.keys(pairFeatures(pair, 0));
const zero = [0, 0, 0];
const fileOf = (words: Record<string, number[]>, cosine = zero) =>
  JSON.stringify({
    id: 'test',
    same: 0.9,
    replaces: 0.9,
    replacesTold: 0.9,
    doubtful: 0.5,
    bias: zero,
    features: Object.fromEntries(names.map((name) => [name, [0, 1, ...(name === 'cosine' ? cosine : zero)]])),
    products: Array.from({ length: (names.length * (names.length - 1)) / 2 }, () => zero),
    words,
  });

describe('the head of pairs', () => {
  it('gives probabilities that sum to 1, and knows nothing without weights', () => {
    const { same, conflict, different } = relationsOf(readPairHead(fileOf({})), pair, 0.5);
    expect([same, conflict, different]).toEqual([1 / 3, 1 / 3, 1 / 3]);
  });

  it('looks at words that only one of them has', () => {
    const head = readPairHead(fileOf({ '+now': [0, 4, 0], '-now': [4, 0, 0], '+live': [4, 0, 0] }));
    const { same, conflict } = relationsOf(head, pair, null);
    expect(conflict).toBeGreaterThan(0.9);
    expect(same).toBeLessThan(0.1);
  });

  it('looks at the cosine only where there is one', () => {
    const head = readPairHead(fileOf({}, [20, 0, 0]));
    expect(relationsOf(head, pair, 1).same).toBeGreaterThan(0.9);
    expect(relationsOf(head, pair, null).same).toBeCloseTo(1 / 3);
  });

  it('is not read from a file that lacks weights', () => {
    expect(() => readPairHead(fileOf({}).replace('"products":[[0,0,0],', '"products":['))).toThrow(
      'not all of its weights',
    );
  });
});
