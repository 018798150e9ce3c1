import type { Calibration } from '@hippocamp/core/ports/embedder';

/**
 * Guesses by model name, used by stores begun before 0.8 until `npm run reindex`. Others are measured, see
 * `measureEmbedder` of core.
 */

/**
 * For a model that nobody measured here. Nothing of it is measured either: it is the middle of what models of sentences are used
 * with, so that neither a model whose unrelated texts stand near 0 nor one that has them near 0.3 is far off. `same` is high, because
 * what is proposed too often costs more than a pair that is not seen. `alpha` and the scale are the local model's, which were measured.
 */
export const generalCalibration: Calibration = {
  lo: 0.2,
  hi: 0.7,
  same: 0.85,
  alpha: 0.4,
  scale: { doubtful: 0.3, clear: 0.7 },
};

/** Not measured here. Users report cosines near 0.1 for unrelated texts and near 0.5 for a question and its answer. */
const textEmbedding3Small: Calibration = { ...generalCalibration, lo: 0.1, hi: 0.6 };

/**
 * Trained with a temperature of 0.01: by its model card cosines lie between 0.7 and 1, and only their order says something. The rest
 * is the general record, moved into that range in proportion. Not measured here; what ships as the local model is e5 as well, but keeps
 * only the directions in which texts differ most, so that its constants do not fit.
 */
const e5: Calibration = { ...generalCalibration, lo: 0.7, hi: 0.89, same: 0.94 };

const known: readonly [name: RegExp, calibration: Calibration][] = [
  [/^text-embedding-3-small$/, textEmbedding3Small],
  [/^(?:[\w.-]+\/)?(?:multilingual-)?e5-(?:small|base|large)(?:-v2)?$/, e5],
];

/** Without a tag such as `:latest`. */
export const calibrationOf = (model: string): Calibration => {
  const [name = ''] = model.toLowerCase().split(':', 1);
  return known.find(([pattern]) => pattern.test(name))?.[1] ?? generalCalibration;
};
