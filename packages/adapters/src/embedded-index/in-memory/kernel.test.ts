import { describe, expect, it } from 'vitest';
import { createKernel, strideOf } from './kernel.js';

let state = 20_261_129;
/** Numerical Recipes' generator gives the same numbers in each run. */
const any = (most: number) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.round(((state / 2 ** 32) * 2 - 1) * most);
};

describe('kernel', () => {
  it.each([
    [1, 3],
    [4, 1],
    [101, 5000],
    [1536, 300],
    [16_000, 30],
  ])('multiplies exactly: %i dimensions, %i rows', (dimensions, rows) => {
    const stride = strideOf(dimensions);
    const values = Int8Array.from({ length: rows * stride }, () => any(127));
    const question = Int16Array.from({ length: stride }, () => any(Math.min(32_767, 2 ** 31 / 127 / stride)));
    const products = new Int32Array(rows);
    createKernel()(values, question, stride, products);
    const byHand = products.map((_, row) =>
      question.reduce((sum, value, place) => sum + value * (values[row * stride + place] ?? 0), 0),
    );
    expect(products).toEqual(byHand);
  });

  it('has nothing to do without rows', () => {
    const products = new Int32Array(0);
    createKernel()(new Int8Array(0), new Int16Array(8), 8, products);
    expect(products).toHaveLength(0);
  });
});
