import type { IndexModel, IndexQuestion } from '../../ports/vector-index.js';

/**
 * A question as an index of a model can be asked it. While a store turns from one model to another, a question of the one may meet
 * the index of the other: it is answered by words then.
 */
export const ofModel = <Question extends IndexQuestion>(question: Question, { dimensions }: IndexModel): Question =>
  question.dense === null || question.dense.length === dimensions ? question : { ...question, dense: null };
