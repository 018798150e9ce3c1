import type { Calibration } from '@hippocamp/core/ports/embedder';

/** Used by stores begun before 0.8 until `npm run reindex`; others are measured, see `measureEmbedder` of core. */

/** The middle of what sentence models are used with. `alpha` and `scale` are measured, of the local model. */
export const generalCalibration: Calibration = {
  lo: 0.2,
  hi: 0.7,
  same: 0.85,
  alpha: 0.4,
  scale: { doubtful: 0.3, clear: 0.7 },
};

/** Not measured here. Users report cosines near 0.1 for unrelated texts and near 0.5 for a question and its answer. */
const textEmbedding3Small: Calibration = { ...generalCalibration, lo: 0.1, hi: 0.6 };

/** Not measured here. The model card has cosines between 0.7 and 1, so the general values are moved there. */
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
