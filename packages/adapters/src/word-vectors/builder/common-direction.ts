import { dotProduct } from '@hippocamp/shared/scoring/vectors';

const ROUNDS = 200;

const addOuter = (matrix: Float64Array[], vector: Float64Array) => {
  matrix.forEach((row, index) => {
    const factor = vector[index] ?? 0;
    for (let column = 0; column < row.length; column += 1)
      row[column] = (row[column] ?? 0) + factor * (vector[column] ?? 0);
  });
};

const normalised = (vector: Float64Array) => {
  const length = Math.sqrt(dotProduct(vector, vector));
  return length === 0 ? vector : vector.map((value) => value / length);
};

/** The first singular vector of unit vectors (Arora, Liang, Ma 2017, algorithm 1), the same on every run. */
export function commonDirection(vectors: readonly Float64Array[], dimensions: number): Float32Array {
  const matrix = Array.from({ length: dimensions }, () => new Float64Array(dimensions));
  for (const vector of vectors) addOuter(matrix, normalised(vector));
  let direction: Float64Array = new Float64Array(dimensions).fill(1 / Math.sqrt(dimensions));
  for (let round = 0; round < ROUNDS; round += 1) {
    const current = direction;
    direction = normalised(Float64Array.from(matrix, (row) => dotProduct(row, current)));
  }
  return Float32Array.from(direction);
}
