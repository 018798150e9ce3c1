import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packVector, unpackVector } from './vector-bytes.js';

const unit = (values: readonly number[]) => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};

const cosine = (first: Float32Array, second: Float32Array) =>
  first.reduce((sum, value, place) => sum + value * (second[place] ?? 0), 0);

describe('the bytes of a vector', () => {
  it('give a vector of unit length that is as good as the same', () => {
    const component = fc.double({ min: -1, max: 1, noNaN: true });
    const vectors = fc
      .array(component, { minLength: 64, maxLength: 192 })
      .filter((values) => Math.hypot(...values) > 0.1)
      .map(unit);
    fc.assert(
      fc.property(vectors, (vector) => {
        const bytes = packVector(vector);
        expect(bytes).toHaveLength(vector.length + 4);
        expect(Math.hypot(...unpackVector(bytes))).toBeCloseTo(1, 5);
        expect(cosine(unpackVector(bytes), vector)).toBeGreaterThan(0.999);
      }),
      { seed: 20_261_122 },
    );
  });

  it('of nothing are nothing', () => {
    expect([...unpackVector(packVector(new Float32Array(3)))]).toEqual([0, 0, 0]);
  });
});
