import type { WordTable } from '../table-format.js';
import type { RankedWords } from './glove.js';
import { wordWeights } from './word-weight.js';

const LARGEST = 127;

/** Scales each vector to a largest value of 127; the scale takes the word's weight. */
export function quantise({ words, dimensions, ranked }: RankedWords): WordTable {
  const weight = wordWeights(ranked);
  const scales = new Float32Array(words.length);
  const values = new Int8Array(words.length * dimensions);
  words.forEach(({ rank, vector }, row) => {
    const step = Math.max(...vector.map(Math.abs)) / LARGEST;
    scales[row] = step * weight(rank);
    values.set(
      vector.map((value) => Math.round(value / step)),
      row * dimensions,
    );
  });
  return {
    words: words.map(({ word }) => word),
    dimensions,
    scales,
    values,
    commonDirection: new Float32Array(dimensions),
  };
}
