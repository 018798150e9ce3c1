import type { Conversation } from './conversations.js';
import { metricsByQuestion, prepareAll } from './measure.js';
import { formula } from './methods.js';
import { type Metrics, meanOf } from './metrics.js';
import type { QualityEmbedder } from './parts.js';

/** A share of the answered questions has its best cosine below `hi`; a better match says nothing more. */
const HIGH_PERCENTILE = 0.98;

const alphas = [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 1];

export interface Proposal {
  /** Mean cosine of a question and the memories of another conversation. */
  lo: number;
  /** A high percentile of the cosine of a question and its best answering memory. */
  hi: number;
  byAlpha: { alpha: number; metrics: Metrics }[];
}

const unrelatedTo = (conversations: readonly Conversation[], index: number): Conversation | null => {
  const own = conversations[index];
  const other = conversations[(index + 1) % conversations.length];
  return own && other && own !== other ? { ...other, questions: own.questions } : null;
};

const meanUnrelated = async (embedder: QualityEmbedder, conversations: readonly Conversation[]): Promise<number> => {
  const mixed = conversations.map((_, index) => unrelatedTo(conversations, index)).filter((one) => one !== null);
  const questions = await prepareAll(embedder, mixed);
  const cosines = questions
    .filter(({ understood }) => understood > 0)
    .flatMap(({ parts }) => parts.map(({ dense }) => dense));
  return cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
};

/** Proposes a model's constants from at least two conversations. Choose alpha on a plateau, not at its peak. */
export async function calibrate(embedder: QualityEmbedder, conversations: readonly Conversation[]): Promise<Proposal> {
  if (conversations.length < 2) throw new Error('a calibration needs at least two conversations');
  const lo = await meanUnrelated(embedder, conversations);
  const questions = await prepareAll(embedder, conversations);
  const best = questions
    .map(({ parts, answers }) => Math.max(...parts.map(({ dense }, row) => (answers[row] ? dense : -1))))
    .sort((a, b) => a - b);
  const hi = best[Math.floor(best.length * HIGH_PERCENTILE)] ?? 1;
  const byAlpha = alphas.map((alpha) => ({
    alpha,
    metrics: meanOf(metricsByQuestion(formula({ lo, hi, alpha, scale: embedder.calibration.scale }), questions)),
  }));
  return { lo, hi, byAlpha };
}
