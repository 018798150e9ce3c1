import { describe, expect, it } from 'vitest';
import { fit, outputsFor, type Sample, softmaxLoss } from './fit.js';

const sampleOf = (...values: number[]): Sample => ({
  places: Int32Array.from(values, (_, place) => place),
  values: Float64Array.from(values),
});

describe('fitting', () => {
  const samples = [sampleOf(2, 1), sampleOf(3, -1), sampleOf(-2, 1), sampleOf(-3, -1)];

  it('finds the direction that separates', () => {
    const model = fit(samples, 2, 2, softmaxLoss([0, 0, 1, 1]), 0.01);
    const [along = 0, , across = 0] = model.weights;
    expect(along).toBeGreaterThan(10 * Math.abs(across));
    const isFirst = samples.map((sample) => outputsFor(model, sample)).map(([one = 0, other = 0]) => one > other);
    expect(isFirst).toEqual([true, true, false, false]);
  });

  it('tells classes apart', () => {
    const three = [sampleOf(1, 0, 0), sampleOf(0, 1, 0), sampleOf(0, 0, 1)];
    const model = fit(three, 3, 3, softmaxLoss([2, 0, 1]), 0.01);
    const best = three.map((sample) => outputsFor(model, sample)).map((all) => all.indexOf(Math.max(...all)));
    expect(best).toEqual([2, 0, 1]);
  });

  it('gives the same weights for the same samples, smaller ones for more ridge', () => {
    const weightsOf = (strength: number) => fit(samples, 2, 2, softmaxLoss([0, 0, 1, 1]), strength).weights;
    expect(weightsOf(1)).toEqual(weightsOf(1));
    expect(weightsOf(10)[0]).toBeLessThan(weightsOf(1)[0] ?? 0);
  });
});
