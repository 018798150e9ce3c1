export function dotProduct(first: ArrayLike<number>, second: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < first.length; index += 1) sum += (first[index] ?? 0) * (second[index] ?? 0);
  return sum;
}

/** -1..1, also for vectors that lost unit length in storage; 0 when one has no length. */
export function cosine(first: Float32Array, second: Float32Array): number {
  const lengths = Math.sqrt(dotProduct(first, first) * dotProduct(second, second));
  return lengths === 0 ? 0 : Math.min(1, Math.max(-1, dotProduct(first, second) / lengths));
}
