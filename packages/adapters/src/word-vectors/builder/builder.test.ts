import { describe, expect, it } from 'vitest';
import { commonDirection } from './common-direction.js';
import { quantise } from './quantise.js';
import { wordWeights } from './word-weight.js';

describe('the builder of the word table', () => {
  it('weighs rare words near 1 and the most frequent near 0', () => {
    const weight = wordWeights(341_479);
    expect(weight(0)).toBeCloseTo(0.041, 3);
    expect(weight(1016)).toBeCloseTo(0.922, 3);
    expect(weight(50_681)).toBeCloseTo(0.998, 3);
  });

  it('keeps each vector up to half a step of its largest value', () => {
    const vector = [0.5, -0.254, 0.001];
    const table = quantise({ dimensions: 3, ranked: 1000, words: [{ word: 'tea', rank: 9, vector }] });
    const step = 0.5 / 127;
    expect([...table.values]).toEqual([127, -65, 0]);
    expect(table.scales[0]).toBeCloseTo(step * wordWeights(1000)(9), 6);
  });

  it('finds what vectors have in common, whatever their length', () => {
    const vectors = [
      [3, 4, 1],
      [30, 40, -10],
      [0.3, 0.4, 0],
    ];
    const direction = commonDirection(
      vectors.map((vector) => Float64Array.from(vector)),
      3,
    );
    expect([...direction]).toEqual([expect.closeTo(0.6), expect.closeTo(0.8), expect.closeTo(0)]);
  });
});
