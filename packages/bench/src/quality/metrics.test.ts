import { describe, expect, it } from 'vitest';
import { pairedDifference } from './bootstrap.js';
import { meanOf, metricsOf } from './metrics.js';

describe('metrics', () => {
  it('are 1 when what answers comes first', () => {
    expect(metricsOf([1, 2])).toEqual({ recall5: 1, recall10: 1, recall20: 1, ndcg10: 1, reciprocalRank: 1 });
  });

  it('count the share found, and where', () => {
    const metrics = metricsOf([3, 11]);
    expect(metrics).toMatchObject({ recall5: 0.5, recall10: 0.5, recall20: 1, reciprocalRank: 1 / 3 });
    expect(metrics.ndcg10).toBeCloseTo(0.5 / (1 + 1 / Math.log2(3)));
  });

  it('average over questions', () => {
    expect(meanOf([metricsOf([1]), metricsOf([50])])).toMatchObject({ recall5: 0.5, reciprocalRank: 0.51 });
  });
});

describe('a paired difference', () => {
  it('is exact where all questions differ alike', () => {
    expect(pairedDifference([1, 1, 1], [0.5, 0.5, 0.5])).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
  });

  it('has an interval around its mean, the same in every run', () => {
    const [ours, control] = [
      [1, 0, 1, 1, 0, 1],
      [0, 0, 1, 0, 1, 1],
    ];
    const difference = pairedDifference(ours, control);
    expect(difference.low).toBeLessThan(difference.mean);
    expect(difference.high).toBeGreaterThan(difference.mean);
    expect(pairedDifference(ours, control)).toEqual(difference);
  });
});
