import type { Calibration, EmbeddingRole } from '@hippocamp/core/ports/embedder';

/** The traits of e5-small-v2 (Wang et al. 2022) as it ships here. */

/** The prefixes of its training (section 4 of the paper). */
export const prefixes: Readonly<Record<EmbeddingRole, string>> = { question: 'query: ', memory: 'passage: ' };

/** The principal ones of its 384. */
export const DIMENSIONS = 192;

export const ID = `e5-small-v2-int8-${DIMENSIONS}-v1`;

/**
 * Letters of the pieces that a text is cut into, on average, from which on the model counts in full. English has 2.4 and more, the
 * languages of Europe 1.8 and more, what is written in other letters about 1: there unrelated texts are
 * nearly as near as related ones.
 * Chosen on the questions of `npm run bench -- languages`, of 2, 2.5, 3 and 4.
 */
export const FLUENT = 2;

/**
 * Chosen on the development parts of LoCoMo and REALTALK together, where recall is flat around it: alpha 0.35..0.45, `lo` 0.25..0.35,
 * `hi` 0.7..0.8; nineteen of twenty questions stay below `hi` with their best answer. `same` proposes 121 of 133 pairs that say
 * the same in other words, and half of those that only share a topic: it proposes and never decides. The scale is from the worlds
 * of `bench/answers`: half of the questions that nothing answers find no more than `doubtful`, nine of ten right answers have more,
 * a fifth of them has more than `clear`, and nothing else has.
 */
export const calibration: Calibration = {
  lo: 0.3,
  hi: 0.75,
  same: 0.7,
  alpha: 0.4,
  contextShare: 0.3,
  scale: { doubtful: 0.3, clear: 0.7 },
};
