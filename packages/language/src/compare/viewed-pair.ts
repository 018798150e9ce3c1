import type { SentenceView } from './sentence-view.js';

/** Two statements of one speaker. */
export interface ViewedPair {
  older: SentenceView;
  newer: SentenceView;
}
