/** What is known of a memory for a question. Each part that an index gave is null until it is known. */
export interface Parts {
  /** Cosine, -1..1. */
  dense: number;
  /** 0..1 each. */
  own: number;
  context: number;
  recency: number;
  importance: number;
}

export interface Weights {
  semantic: number;
  recency: number;
  importance: number;
}

export interface Scorer {
  /** Normalised to sum 1. */
  weights: Weights;
  /** Cosine at which meaning counts 0 and 1. */
  lo: number;
  hi: number;
  /** Share of meaning in relevance, 0..1; 0 when the question has no vector. */
  alpha: number;
}

export interface Reasons {
  semantic: number;
  recency: number;
  importance: number;
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));

export const defaultWeights: Weights = { semantic: 0.6, recency: 0.2, importance: 0.2 };

/** A member left out is 0 when any is given; none given are the defaults. The result sums to 1. */
export function normaliseWeights(given: Partial<Weights> | undefined): Weights {
  const weights = given ? { semantic: 0, recency: 0, importance: 0, ...given } : defaultWeights;
  // The sum of huge weights is not finite; divided by the largest it is.
  const scale = Number.isFinite(weights.semantic + weights.recency + weights.importance)
    ? 1
    : Math.max(weights.semantic, weights.recency, weights.importance);
  const sum = weights.semantic / scale + weights.recency / scale + weights.importance / scale;
  const share = (weight: number) => weight / scale / sum;
  return {
    semantic: share(weights.semantic),
    recency: share(weights.recency),
    importance: share(weights.importance),
  };
}

/** Meaning on a scale of its model: `clamp((cos − lo) / (hi − lo), 0, 1)`. */
export const denseRelevance = (cosine: number, { lo, hi }: Pick<Scorer, 'lo' | 'hi'>) =>
  clamp((cosine - lo) / (hi - lo));

/** The mean over the lexical fields, 0..1. */
export const lexicalRelevance = (parts: Pick<Parts, 'own' | 'context'>) => clamp((parts.own + parts.context) / 2);

/** `α · dense + (1 − α) · lexical`, 0..1, monotone in each part. */
export const relevance = (parts: Parts, scorer: Scorer) =>
  scorer.alpha * denseRelevance(parts.dense, scorer) + (1 - scorer.alpha) * lexicalRelevance(parts);

export const reasonsOf = (parts: Parts, scorer: Scorer): Reasons => ({
  semantic: clamp(relevance(parts, scorer)),
  recency: clamp(parts.recency),
  importance: clamp(parts.importance),
});

/** `w_s · relevance + w_r · recency + w_i · importance`, 0..1, monotone in each part. */
export function score(parts: Parts, scorer: Scorer): number {
  const reasons = reasonsOf(parts, scorer);
  const { weights } = scorer;
  return clamp(
    weights.semantic * reasons.semantic + weights.recency * reasons.recency + weights.importance * reasons.importance,
  );
}
