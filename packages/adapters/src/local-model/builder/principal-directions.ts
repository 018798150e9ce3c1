import { meanOf } from '../load-model.js';

type Matrix = Float64Array[];

const identity = (size: number): Matrix =>
  Array.from({ length: size }, (_, row) =>
    Float64Array.from({ length: size }, (_zero, column) => Number(row === column)),
  );

/** The covariance of the rows of `vectors` around `centre`, times their number. */
function spreadOf(vectors: readonly Float32Array[], centre: Float32Array): Matrix {
  const spread = Array.from(centre, () => new Float64Array(centre.length));
  for (const vector of vectors) {
    const away = vector.map((value, index) => value - (centre[index] ?? 0));
    spread.forEach((row, index) => {
      const factor = away[index] ?? 0;
      for (let column = 0; column < row.length; column += 1)
        row[column] = (row[column] ?? 0) + factor * (away[column] ?? 0);
    });
  }
  return spread;
}

interface Turn {
  first: number;
  second: number;
  cosine: number;
  sine: number;
}

/** The rotation of two axes that removes their covariance. */
function turnOf(matrix: Matrix, first: number, second: number): Turn | null {
  const together = matrix[first]?.[second] ?? 0;
  if (together === 0) return null;
  const half = ((matrix[second]?.[second] ?? 0) - (matrix[first]?.[first] ?? 0)) / (2 * together);
  const tangent = (half < 0 ? -1 : 1) / (Math.abs(half) + Math.sqrt(half * half + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  return { first, second, cosine, sine: tangent * cosine };
}

const turnRows = (matrix: Matrix, { first, second, cosine, sine }: Turn) => {
  const [one, other] = [matrix[first], matrix[second]];
  if (!one || !other) return;
  for (let column = 0; column < one.length; column += 1) {
    const [a, b] = [one[column] ?? 0, other[column] ?? 0];
    one[column] = cosine * a - sine * b;
    other[column] = sine * a + cosine * b;
  }
};

const turnColumns = (matrix: Matrix, { first, second, cosine, sine }: Turn) => {
  for (const row of matrix) {
    const [a, b] = [row[first] ?? 0, row[second] ?? 0];
    row[first] = cosine * a - sine * b;
    row[second] = sine * a + cosine * b;
  }
};

/** A matrix of some hundreds is diagonal after eight passes, to the last digits of a double. */
const PASSES = 12;

/** The method of Jacobi (1846), greatest values first; the same on every run. */
function eigenvectorsOf(matrix: Matrix): Float64Array[] {
  const axes = identity(matrix.length);
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (let first = 0; first < matrix.length; first += 1) {
      for (let second = first + 1; second < matrix.length; second += 1) {
        const turn = turnOf(matrix, first, second);
        if (!turn) continue;
        turnRows(matrix, turn);
        turnColumns(matrix, turn);
        turnRows(axes, turn);
      }
    }
  }
  const greatest = (row: number) => matrix[row]?.[row] ?? 0;
  const order = axes.map((_, row) => row).sort((one, other) => greatest(other) - greatest(one));
  return order.map((row) => axes[row] ?? new Float64Array());
}

/** A direction has two signs; a positive sum makes every run choose the same. */
const signed = (direction: Float64Array) => {
  const sum = direction.reduce((total, value) => total + value, 0);
  return Float32Array.from(direction, (value) => (sum < 0 ? -value : value));
};

/** Principal components (Pearson 1901): orthogonal unit vectors, greatest variance first. */
export const principalDirections = (vectors: readonly Float32Array[], centre: Float32Array, count: number) =>
  eigenvectorsOf(spreadOf(vectors, centre)).slice(0, count).map(signed);

export const centreOf = (vectors: readonly Float32Array[]): Float32Array => {
  const dimensions = vectors[0]?.length ?? 0;
  const all = new Float32Array(vectors.length * dimensions);
  for (const [row, vector] of vectors.entries()) all.set(vector, row * dimensions);
  return meanOf(all, dimensions);
};
