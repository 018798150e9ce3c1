import { type SentenceView, viewOf } from './sentence-view.js';

/** Two statements of one speaker. */
export interface ViewedPair {
  older: SentenceView;
  newer: SentenceView;
}

export const viewedPair = (older: string, newer: string): ViewedPair => ({
  older: viewOf(older),
  newer: viewOf(newer),
});
