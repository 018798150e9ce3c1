import type { Tier } from '../schemas/common.js';
import { priorWeights } from './lexical.js';

const HOUR = 3_600_000;

/**
 * Half-life of a memory's recency in milliseconds. 138.3 h is a decay of 0.995 an hour (Park et al. 2023, Generative Agents,
 * section 4.1); facts fade more slowly, in 90 days.
 */
export const halfLife: Record<Tier, number> = {
  short_term: 138.3 * HOUR,
  episodic: 138.3 * HOUR,
  semantic: 90 * 24 * HOUR,
};

/** Tiers that share a half-life: within a group, recency sorts as the timestamp does. */
export const recencyGroups: readonly (readonly Tier[])[] = [['short_term', 'episodic'], ['semantic']];

/** `0.5 ^ (age / half-life)`, 0..1; 1 for a time to come. */
export function recency(tier: Tier, lastRelevantAt: Date, now: Date): number {
  const age = Math.max(0, now.getTime() - lastRelevantAt.getTime());
  return 0.5 ** (age / halfLife[tier]);
}

/** What is known of a memory for a question. Each part that an index gave is null until it is known. */
export interface Parts {
  /** Cosine, -1..1. */
  dense: number;
  /** The words of its own text, with its priors (see `priors`), and those of its text with what came before; 0 and more. */
  own: number;
  context: number;
  recency: number;
  importance: number;
  /** How far its session is about the question, 0..1; 0 until that is looked at. */
  session: number;
  /** No more relevant than this, 0..1: what was told later about the same thing stands before it. Absent where nothing was. */
  most?: number;
}

export interface Weights {
  semantic: number;
  recency: number;
  importance: number;
}

/** Evidence that a memory answers, where it counts as little and where as sure; they belong to the embedder. */
export interface Scale {
  /** The best of what does not answer has about this much. */
  doubtful: number;
  /** What answers clearly has this much, or more. */
  clear: number;
}

/** Of words alone, where the question has no vector. */
export const wordsAlone: Scale = { doubtful: 0.2, clear: 0.6 };

/** What is known of an embedder; see `understood`. */
export interface Understanding {
  alpha: number;
  scale: Scale;
}

const between = (from: number, to: number, share: number): number => from + (to - from) * share;

/** How a question counts of which its embedder understands a share, 0..1: by words alone where that is 0. */
export const understood = (share: number, { alpha, scale }: Understanding): Understanding => ({
  alpha: share * alpha,
  scale: {
    doubtful: between(wordsAlone.doubtful, scale.doubtful, share),
    clear: between(wordsAlone.clear, scale.clear, share),
  },
});

export interface Scorer {
  /** Normalised to sum 1. */
  weights: Weights;
  /** Cosine at which meaning counts 0 and 1. */
  lo: number;
  hi: number;
  /** Share of meaning in the evidence, 0..1; 0 when the question has no vector. */
  alpha: number;
  scale: Scale;
  /** The question names a speaker: what others said has to make up for it. */
  namesSpeaker: boolean;
}

/** How the parts of an index make up the evidence. */
export type Blend = Pick<Scorer, 'alpha' | 'lo' | 'hi'>;

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

/** The mean over the lexical fields. */
export const lexicalEvidence = (parts: Pick<Parts, 'own' | 'context'>) => (parts.own + parts.context) / 2;

/**
 * What stands for the cosine of a memory without a vector: its meaning counts as its words do, so that its evidence is theirs
 * alone, on the same scale as that of memories with one.
 */
export const cosineOfWords = (words: Pick<Parts, 'own' | 'context'>, { lo, hi }: Pick<Scorer, 'lo' | 'hi'>) =>
  lo + (hi - lo) * lexicalEvidence(words);

/** Share of the words of a memory's own text in the evidence. */
export const ownShare = ({ alpha }: Pick<Scorer, 'alpha'>) => (1 - alpha) / 2;

/** `α · dense + (1 − α) · lexical`, 0 and more, monotone in each part. */
export const evidence = (parts: Pick<Parts, 'dense' | 'own' | 'context'>, scorer: Blend) =>
  scorer.alpha * denseRelevance(parts.dense, scorer) + (1 - scorer.alpha) * lexicalEvidence(parts);

/** Relevance of doubtful and of clear evidence: what lies beyond either is still in order. */
const DOUBTFUL = 0.1;
const CLEAR = 0.9;
/** No evidence is above this: all words, all meaning, the longest text of the right speaker and time. */
const MOST = 1 + priorWeights.length + priorWeights.speaker + priorWeights.time;

/** Parts of an index that make up this much evidence: a bound of all of them together. */
export const partsOfEvidence = (value: number, { alpha, lo, hi }: Blend): Pick<Parts, 'dense' | 'own' | 'context'> =>
  alpha < 1
    ? { dense: -1, own: value / (1 - alpha), context: value / (1 - alpha) }
    : { dense: lo + value * (hi - lo), own: 0, context: 0 };

/** Evidence by what it is worth, 0..1 and monotone: straight lines that meet at what is doubtful and at what is clear. */
export function calibrated(value: number, { scale, namesSpeaker }: Pick<Scorer, 'scale' | 'namesSpeaker'>): number {
  const shift = namesSpeaker ? priorWeights.speaker : 0;
  const doubtful = scale.doubtful + shift;
  const clear = scale.clear + shift;
  if (value <= doubtful) return (DOUBTFUL * value) / doubtful;
  if (value <= clear) return DOUBTFUL + ((CLEAR - DOUBTFUL) * (value - doubtful)) / (clear - doubtful);
  return Math.min(1, CLEAR + ((1 - CLEAR) * (value - clear)) / (MOST - clear));
}

/** How much of what a memory lacks its session may add. */
const SESSION_SHARE = 0.4;

/** How far a memory answers the question, 0..1, monotone in each part. */
export function relevance(parts: Omit<Parts, 'recency' | 'importance'>, scorer: Omit<Scorer, 'weights'>): number {
  const own = clamp(calibrated(evidence(parts, scorer), scorer));
  return Math.min(parts.most ?? 1, own + (1 - own) * SESSION_SHARE * parts.session);
}

/** From this relevance on an answer is likely, and recency and importance count in full. */
const LIKELY = 0.7;

/** Recency and importance lift what is relevant, and nothing else; where meaning has no weight, they are all there is. */
const gate = (semantic: number, { semantic: weight }: Weights) => (weight === 0 ? 1 : Math.min(1, semantic / LIKELY));

/** How relevant a memory of this recency and importance is that has a score; the inverse of `score`, where meaning has a weight. */
export function relevanceAt(wanted: number, parts: Parts, { weights }: Pick<Scorer, 'weights'>): number {
  const others = weights.recency * clamp(parts.recency) + weights.importance * clamp(parts.importance);
  const below = wanted / (weights.semantic + others / LIKELY);
  return clamp(below <= LIKELY ? below : (wanted - others) / weights.semantic);
}

export const reasonsOf = (parts: Parts, scorer: Scorer): Reasons => ({
  semantic: relevance(parts, scorer),
  recency: clamp(parts.recency),
  importance: clamp(parts.importance),
});

/** `w_s · relevance + gate · (w_r · recency + w_i · importance)`, 0..1, monotone in each part. */
export function score(parts: Parts, scorer: Scorer): number {
  const reasons = reasonsOf(parts, scorer);
  const { weights } = scorer;
  const others = weights.recency * reasons.recency + weights.importance * reasons.importance;
  return clamp(weights.semantic * reasons.semantic + gate(reasons.semantic, weights) * others);
}
