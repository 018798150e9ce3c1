/**
 * How often a verdict of at least this score is right, never more often where scores are less. On the claims and pairs that the rules were
 * made with none is wrong (`npm run bench -- ingest-quality` prints the bins); of 514 verdicts on claims that neither rules nor model had
 * seen 504 were right, of 173 by rules alone 168, and these are what is to be expected. Of a bin with next to nothing in it: (right + 1) / (all + 2).
 */
const bins: readonly { from: number; right: number }[] = [
  { from: 0.99, right: 0.99 },
  { from: 0.85, right: 0.97 },
  { from: 0.7, right: 0.67 },
];

/** The confidence of a verdict that rests on evidence of this score, 0..1; 0 for one that decides nothing. */
export const calibrated = (score: number): number => bins.find(({ from }) => score >= from)?.right ?? 0;
