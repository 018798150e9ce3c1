import { defaultWeights, lexicalRelevance, relevance } from '@hippocamp/shared/scoring/score';
import type { MemoryParts, PreparedQuestion, QualityEmbedder } from './parts.js';
import { createRandom } from './random.js';

/** A way to order the memories of a question: higher is better. */
export interface Method {
  name: string;
  score(parts: MemoryParts, question: PreparedQuestion): number;
}

const whole = (parts: MemoryParts) => ({ ...parts, recency: 0, importance: 0 });

/** The relevance that the product computes; words alone where the question has no vector. */
export function formula(calibration: QualityEmbedder['calibration']): Method {
  const scorer = { ...calibration, weights: defaultWeights };
  const wordsOnly = { ...scorer, alpha: 0 };
  return {
    name: 'formula',
    score: (parts, { hasVector }) => relevance(whole(parts), hasVector ? scorer : wordsOnly),
  };
}

/** What the formula has to beat, or to be seen beside. */
export function controls(): Method[] {
  const random = createRandom(7);
  return [
    { name: 'words, two fields', score: (parts) => lexicalRelevance(parts) },
    { name: 'words, own field', score: (parts) => parts.own },
    { name: 'meaning', score: (parts) => parts.dense },
    { name: 'random', score: () => random() },
  ];
}
