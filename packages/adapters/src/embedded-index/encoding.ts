import type { IndexHit } from '@hippocamp/core/ports/vector-index';
import type { SparseVector } from '@hippocamp/shared/text/terms';

/** pgvector's limits of a sparse vector. */
export const SPARSE_DIMENSIONS = 1_000_000_000;
const MOST_TERMS = 16_000;

/**
 * In wasm a fraction takes 1.4 µs to parse and a whole number of up to eight digits a tenth of it, so points go over as
 * counts of this step and the statement multiplies: 2.5 times the points a second, within 4e-8 of the value.
 */
const STEPS = 1e8;

export const denseText = (vector: Float32Array): string => `[${vector.join(',')}]`;

export const stepsText = (vector: Float32Array): string =>
  `[${Array.from(vector, (value) => Math.round(value * STEPS)).join(',')}]`;

/** What `stepsText` has to be multiplied by. */
export const stepText = (dimensions: number): string => `[${new Array<number>(dimensions).fill(1 / STEPS).join(',')}]`;

/**
 * Weights by place in pgvector's dimensions, counted from 0. Term ids reach above these; two that fall together are as rare as
 * two words of one hash. Of more terms than it takes the heaviest are kept.
 */
export function termWeights({ indices, values }: SparseVector): Map<number, number> {
  const weights = new Map<number, number>();
  for (const [position, id] of indices.entries()) {
    const dimension = id % SPARSE_DIMENSIONS;
    weights.set(dimension, (weights.get(dimension) ?? 0) + (values[position] ?? 0));
  }
  return weights.size > MOST_TERMS ? heaviest(weights) : weights;
}

const heaviest = (weights: Map<number, number>) =>
  new Map([...weights].sort(([, first], [, second]) => second - first).slice(0, MOST_TERMS));

export function sparseText(sparse: SparseVector): string {
  const kept = [...termWeights(sparse)];
  return `{${kept.map(([dimension, weight]) => `${dimension + 1}:${weight}`).join(',')}}/${SPARSE_DIMENSIONS}`;
}

export const textArray = (members: readonly string[]): string =>
  `{${members.map((member) => `"${member.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** A list comes as one text, since thousands of rows take PGlite longer to hand over than to find. */
export function readHits(packed: unknown): IndexHit[] {
  if (typeof packed !== 'string') return [];
  return packed.split(',').map((entry) => {
    const [id = '', version, value] = entry.split(' ');
    return { id, version: Number(version), value: Number(value) };
  });
}
