import { badRequest, Rejection } from './rejection.js';

export interface Sparse {
  indices: number[];
  values: number[];
}

export interface Vectors {
  dense: Map<string, Float32Array>;
  sparse: Map<string, Sparse>;
}

/** The vectors that a collection was made with. */
export interface VectorShape {
  vectors?: Record<string, { size: number; distance: string }>;
  sparse_vectors?: Record<string, object>;
}

/** As Qdrant does: what is of unit length within a millionth is left as it is. */
function normalised(values: readonly number[]): Float32Array {
  const single = Float32Array.from(values);
  const square = single.reduce((sum, value) => sum + value * value, 0);
  if (square === 0 || Math.abs(square - 1) < 1e-6) return single;
  const length = Math.sqrt(square);
  return single.map((value) => value / length);
}

export function readDense(shape: VectorShape, name: string, given: unknown): Float32Array {
  const declared = shape.vectors?.[name];
  if (!declared) throw badRequest(`Not existing vector name error: ${name}`);
  const values = given as number[];
  if (values.length !== declared.size) {
    throw badRequest(`Vector dimension error: expected dim: ${declared.size}, got ${values.length}`);
  }
  return declared.distance === 'Cosine' ? normalised(values) : Float32Array.from(values);
}

export function readSparse(shape: VectorShape, name: string, { indices, values }: Sparse): Sparse {
  if (!shape.sparse_vectors?.[name]) throw badRequest(`Not existing vector name error: ${name}`);
  if (indices.length !== values.length || new Set(indices).size !== indices.length) {
    throw new Rejection(422, 'Validation error in JSON body: indices must be unique, and as many as values');
  }
  if (indices.some((index) => !Number.isInteger(index) || index < 0 || index > 2 ** 32 - 1)) {
    throw new Rejection(400, 'Format error in JSON body: index is not a u32');
  }
  return { indices, values: values.map(Math.fround) };
}

export function readVectors(shape: VectorShape, given: Record<string, unknown>): Vectors {
  const vectors: Vectors = { dense: new Map(), sparse: new Map() };
  for (const [name, vector] of Object.entries(given)) {
    if (Array.isArray(vector)) vectors.dense.set(name, readDense(shape, name, vector));
    else vectors.sparse.set(name, readSparse(shape, name, vector as Sparse));
  }
  return vectors;
}

const denseScore = (question: Float32Array, vector: Float32Array) =>
  Math.fround(question.reduce((sum, value, place) => sum + value * (vector[place] ?? 0), 0));

/** Null where no index is shared. */
function sparseScore(question: Sparse, { indices, values }: Sparse): number | null {
  const weights = new Map(indices.map((index, place) => [index, values[place] ?? 0]));
  const shared = question.indices.flatMap((index, place) => {
    const weight = weights.get(index);
    return weight === undefined ? [] : [weight * (question.values[place] ?? 0)];
  });
  return shared.length === 0 ? null : Math.fround(shared.reduce((sum, part) => sum + part, 0));
}

/** The score of a point; null if it has no such vector or shares nothing with the question. */
export function scorerOf(shape: VectorShape, name: string, nearest: unknown): (vectors: Vectors) => number | null {
  if (Array.isArray(nearest)) {
    const question = readDense(shape, name, nearest);
    return ({ dense }) => {
      const vector = dense.get(name);
      return vector ? denseScore(question, vector) : null;
    };
  }
  const question = readSparse(shape, name, nearest as Sparse);
  return ({ sparse }) => {
    const vector = sparse.get(name);
    return vector ? sparseScore(question, vector) : null;
  };
}
