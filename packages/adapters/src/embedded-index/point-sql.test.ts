import { BY_CHANCE, chosenIds, fullestBucketOf } from '@hippocamp/shared/text/testing/chosen';
import { describe, expect, it } from 'vitest';
import { readHits, sparseText, stepsText, stepText, termWeights, textArray } from './point-sql.js';

describe('encoding', () => {
  it('counts a dense vector in steps', () => {
    expect(stepsText(Float32Array.of(0.5, -0.25, 0, 1))).toBe('[50000000,-25000000,0,100000000]');
    expect(stepText(2)).toBe('[1e-8,1e-8]');
  });

  it('adds up terms that fall together', () => {
    expect(sparseText({ indices: [4, 1_000_000_004], values: [0.5, 0.25] })).toBe('{5:0.75}/1000000000');
    expect(sparseText({ indices: [], values: [] })).toBe('{}/1000000000');
  });

  it('keeps the heaviest of more terms than pgvector takes', () => {
    const indices = Array.from({ length: 20_000 }, (_, place) => place);
    const kept = sparseText({ indices, values: indices.map((place) => place + 1) });
    expect(kept.split(',')).toHaveLength(16_000);
    expect(kept.startsWith('{20000:20000,')).toBe(true);
  });

  it('spreads terms over all buckets of a map that were chosen for one', async () => {
    const indices = chosenIds(8000);
    const values = indices.map((_, place) => place);
    expect(termWeights({ indices, values })).toEqual(indices.map((id, place) => [id, place]));
    expect(await fullestBucketOf(() => termWeights({ indices, values }))).toBeLessThan(BY_CHANCE);
  });

  it('quotes the members of an array', () => {
    expect(textArray([])).toBe('{}');
    expect(textArray(['a', 'b"c', 'd\\e', 'NULL', 'f,g'])).toBe('{"a","b\\"c","d\\\\e","NULL","f,g"}');
  });

  it('reads no hits from an empty list', () => {
    expect(readHits(null)).toEqual([]);
    expect(readHits('one 3 0.5,two 4 1e-7')).toEqual([
      { id: 'one', version: 3, value: 0.5 },
      { id: 'two', version: 4, value: 1e-7 },
    ]);
  });
});
