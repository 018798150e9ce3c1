/** The vector scaled to unit length; null where it is zero, or no number. */
export function unit(vector: Float32Array): Float32Array | null {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : null;
}

/** The mean of `states`, which are one vector of `dimensions` for each token, one after the other. All tokens are of the text. */
export function meanOf(states: Float32Array, dimensions: number): Float32Array {
  const tokens = states.length / dimensions;
  const mean = new Float32Array(dimensions);
  for (let index = 0; index < states.length; index += 1) {
    const column = index % dimensions;
    mean[column] = (mean[column] ?? 0) + (states[index] ?? 0) / tokens;
  }
  return mean;
}
