import type { Calibration, EmbeddingRole } from '@hippocamp/core/ports/embedder';

/** What is particular to e5-small-v2 (Wang et al. 2022) as it ships here. */

/** By which the model was trained to tell the two (section 4 of the paper). */
export const prefixes: Readonly<Record<EmbeddingRole, string>> = { question: 'query: ', memory: 'passage: ' };

/** Of its 384, the principal ones. */
export const DIMENSIONS = 192;

export const ID = `e5-small-v2-int8-${DIMENSIONS}-v1`;

export const calibration: Calibration = {
  lo: 0.74,
  hi: 0.88,
  same: 0.9,
  alpha: 0.3,
  scale: { doubtful: 0.25, clear: 0.6 },
};
