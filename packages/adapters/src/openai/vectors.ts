const dotProduct = (first: ArrayLike<number>, second: ArrayLike<number>): number => {
  let sum = 0;
  for (let index = 0; index < first.length; index += 1) sum += (first[index] ?? 0) * (second[index] ?? 0);
  return sum;
};

/** The vector at unit length; null where it has none. */
export function unit(values: readonly number[]): Float32Array | null {
  const length = Math.sqrt(dotProduct(values, values));
  return length > 0 && Number.isFinite(length) ? Float32Array.from(values, (value) => value / length) : null;
}

/** Of vectors that may have been stored in fewer bits, and are not quite of unit length. */
export const cosine = (first: Float32Array, second: Float32Array): number => {
  const lengths = Math.sqrt(dotProduct(first, first) * dotProduct(second, second));
  return lengths === 0 ? 0 : Math.min(1, Math.max(-1, dotProduct(first, second) / lengths));
};
