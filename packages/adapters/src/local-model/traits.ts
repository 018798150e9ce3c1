import type { Calibration, EmbeddingRole } from '@hippocamp/core/ports/embedder';

/** Prefixes of the training (section 4 of the paper). */
export const prefixes: Readonly<Record<EmbeddingRole, string>> = { question: 'query: ', memory: 'passage: ' };

/** Principal directions of the model's 384. */
export const DIMENSIONS = 192;

export const ID = `e5-small-v2-int8-${DIMENSIONS}-v1`;

/**
 * Letters per piece: English 2.4 and more, European languages 1.8, other scripts about 1, where unrelated texts are
 * near. Chosen among 2, 2.5, 3 and 4 on `npm run bench -- languages`.
 */
export const FLUENT = 2;

/**
 * Chosen on the development parts of LoCoMo and REALTALK, where recall is flat around it: alpha 0.35..0.45, `lo`
 * 0.25..0.35, `hi` 0.7..0.8. `hi` is above the best answer of nineteen of twenty questions. `same` only proposes: 121
 * of 133 paraphrases, and half of the pairs that share a topic. `scale` is from the worlds of `bench/answers`: half
 * of the unanswerable questions find at most `doubtful`, nine of ten right answers have more, and only right answers,
 * a fifth of them, exceed `clear`.
 */
export const calibration: Calibration = {
  lo: 0.3,
  hi: 0.75,
  same: 0.7,
  alpha: 0.4,
  contextShare: 0.3,
  scale: { doubtful: 0.3, clear: 0.7 },
};
