/**
 * How often a verdict of at least this score is right: (right + 1) / (all + 2), never rising as scores fall, as `npm run bench -- ingest-quality`
 * counts it on the claims and pairs that the rules were made with. Scores are kinds of evidence, see `docs/facts.md`.
 */
const bins: readonly { from: number; right: number }[] = [
  { from: 0.99, right: 0.99 },
  { from: 0.92, right: 0.98 },
  { from: 0.85, right: 0.97 },
  { from: 0.7, right: 0.95 },
];

/** The confidence of a verdict that rests on evidence of this score, 0..1; 0 for one that decides nothing. */
export const calibrated = (score: number): number => bins.find(({ from }) => score >= from)?.right ?? 0;
