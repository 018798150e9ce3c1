/**
 * How often a verdict of at least this score is right, never more often where scores are less: 1 is equal text, 0.9 what the model is sure of
 * (`npm run bench -- ingest-quality` prints the bins), 0.7 and more what a language model says. Of a bin with next to nothing in it:
 * (right + 1) / (all + 2).
 */
const bins: readonly { from: number; right: number }[] = [
  { from: 0.99, right: 0.99 },
  { from: 0.85, right: 0.97 },
  { from: 0.7, right: 0.67 },
];

/** The confidence of a verdict that rests on evidence of this score, 0..1; 0 for one that decides nothing. */
export const calibrated = (score: number): number => bins.find(({ from }) => score >= from)?.right ?? 0;
