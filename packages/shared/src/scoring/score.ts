import type { Tier } from '../schemas/common.js';
import { priorWeights } from './lexical.js';

const HOUR = 3_600_000;

/** Milliseconds. 138.3 h is a decay of 0.995 an hour (Park et al. 2023, Generative Agents, section 4.1). */
export const halfLife: Record<Tier, number> = {
  short_term: 138.3 * HOUR,
  episodic: 138.3 * HOUR,
  semantic: 90 * 24 * HOUR,
};

/** Within a group, recency sorts as the timestamp does. */
export const recencyGroups: readonly (readonly Tier[])[] = [['short_term', 'episodic'], ['semantic']];

/** `0.5 ^ (age / half-life)`, 0..1; 1 for a time in the future. */
export function recency(tier: Tier, lastRelevantAt: Date, now: Date): number {
  const age = Math.max(0, now.getTime() - lastRelevantAt.getTime());
  return 0.5 ** (age / halfLife[tier]);
}

export interface Parts {
  /** Cosine, -1..1. */
  dense: number;
  /** Scores of its own words with the priors (see `priorWeights`), and of its text with the context; 0 and more. */
  own: number;
  context: number;
  recency: number;
  importance: number;
  /** How far its session is about the question, 0..1. */
  session: number;
  /** True when an assistant told it. */
  ofAssistant?: boolean;
  /** An upper limit of the relevance, 0..1, set when another memory is to stand before it. */
  most?: number;
}

export interface Weights {
  semantic: number;
  recency: number;
  importance: number;
}

/** Evidence at two points of the scale of an embedder. */
export interface Scale {
  /** About the evidence of the best memories that do not answer. */
  doubtful: number;
  /** The least evidence of memories that clearly answer. */
  clear: number;
}

/** For a question without a vector. */
export const wordsAlone: Scale = { doubtful: 0.2, clear: 0.6 };

export interface Understanding {
  alpha: number;
  scale: Scale;
}

const between = (from: number, to: number, share: number): number => from + (to - from) * share;

/** Mixes the constants with those of words alone, by the share of the question that is understood. */
export const understood = (share: number, { alpha, scale }: Understanding): Understanding => ({
  alpha: share * alpha,
  scale: {
    doubtful: between(wordsAlone.doubtful, scale.doubtful, share),
    clear: between(wordsAlone.clear, scale.clear, share),
  },
});

export interface Scorer {
  /** Sum to 1. */
  weights: Weights;
  /** Cosine at which meaning counts 0 and 1. */
  lo: number;
  hi: number;
  /** Share of meaning in the evidence, 0..1; 0 when the question has no vector. */
  alpha: number;
  scale: Scale;
  /** If the question names a speaker, memories of others need more evidence. */
  namesSpeaker: boolean;
  /** If the question names the assistant, what it told counts in full. */
  namesAssistant?: boolean;
}

export type Blend = Pick<Scorer, 'alpha' | 'lo' | 'hi'>;

export interface Reasons {
  semantic: number;
  recency: number;
  importance: number;
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));

export const defaultWeights: Weights = { semantic: 0.6, recency: 0.2, importance: 0.2 };

/** When any is given, a member left out is 0. The result sums to 1. */
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

/** `clamp((cos − lo) / (hi − lo), 0, 1)` */
export const denseRelevance = (cosine: number, { lo, hi }: Pick<Scorer, 'lo' | 'hi'>) =>
  clamp((cosine - lo) / (hi - lo));

export const lexicalEvidence = (parts: Pick<Parts, 'own' | 'context'>) => (parts.own + parts.context) / 2;

/** A cosine for a memory without a vector, so that its evidence equals that of its words. */
export const cosineOfWords = (words: Pick<Parts, 'own' | 'context'>, { lo, hi }: Pick<Scorer, 'lo' | 'hi'>) =>
  lo + (hi - lo) * lexicalEvidence(words);

/** The share of a memory's own words in the evidence. */
export const ownShare = ({ alpha }: Pick<Scorer, 'alpha'>) => (1 - alpha) / 2;

/** `α · dense + (1 − α) · lexical`, 0 and more, monotone in each part. */
export const evidence = (parts: Pick<Parts, 'dense' | 'own' | 'context'>, scorer: Blend) =>
  scorer.alpha * denseRelevance(parts.dense, scorer) + (1 - scorer.alpha) * lexicalEvidence(parts);

const DOUBTFUL = 0.1;
const CLEAR = 0.9;
/** The greatest possible evidence: all words, all meaning and all priors. */
const MOST = 1 + priorWeights.length + priorWeights.speaker + priorWeights.time;

/** Parts that make up this evidence, as a bound for all of them together. */
export const partsOfEvidence = (value: number, { alpha, lo, hi }: Blend): Pick<Parts, 'dense' | 'own' | 'context'> =>
  alpha < 1
    ? { dense: -1, own: value / (1 - alpha), context: value / (1 - alpha) }
    : { dense: lo + value * (hi - lo), own: 0, context: 0 };

/** Maps evidence to 0..1 by straight lines through doubtful and clear; monotone. */
export function calibrated(value: number, { scale, namesSpeaker }: Pick<Scorer, 'scale' | 'namesSpeaker'>): number {
  const shift = namesSpeaker ? priorWeights.speaker : 0;
  const doubtful = scale.doubtful + shift;
  const clear = scale.clear + shift;
  if (value <= doubtful) return (DOUBTFUL * value) / doubtful;
  if (value <= clear) return DOUBTFUL + ((CLEAR - DOUBTFUL) * (value - doubtful)) / (clear - doubtful);
  return Math.min(1, CLEAR + ((1 - CLEAR) * (value - clear)) / (MOST - clear));
}

/** The share of a memory's missing relevance that its session may add. */
const SESSION_SHARE = 0.4;

/** The share of relevance that is left for an assistant's words, which repeat people's at greater length. */
const ASSISTANT_SHARE = 0.7;

/** 0..1, monotone in each part. */
export function relevance(parts: Omit<Parts, 'recency' | 'importance'>, scorer: Omit<Scorer, 'weights'>): number {
  const own = clamp(calibrated(evidence(parts, scorer), scorer));
  const share = parts.ofAssistant && !scorer.namesAssistant ? ASSISTANT_SHARE : 1;
  return Math.min(parts.most ?? 1, share * (own + (1 - own) * SESSION_SHARE * parts.session));
}

/** From this relevance on, recency and importance count in full. */
const LIKELY = 0.7;

/** Recency and importance lift only relevant memories. Without a weight of meaning they count in full. */
const gate = (semantic: number, { semantic: weight }: Weights) => (weight === 0 ? 1 : Math.min(1, semantic / LIKELY));

/** The inverse of `score`, when meaning has a weight. */
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
