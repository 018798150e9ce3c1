import { type Difference, pairedDifference } from './bootstrap.js';
import type { Conversation, Question } from './conversations.js';
import { controls, formula, type Method } from './methods.js';
import { type Metrics, meanOf, metricsOf } from './metrics.js';
import { type PreparedQuestion, prepare, type QualityEmbedder } from './parts.js';

export interface MethodQuality {
  name: string;
  overall: Metrics;
  byCategory: { category: number; questions: number; metrics: Metrics }[];
}

export interface QualityReport {
  embedder: string;
  memories: number;
  questions: number;
  /** The service first where it was asked, then the formula and its controls. */
  methods: MethodQuality[];
  /** Recall@10 of the formula minus that of words alone. */
  gain: Difference;
}

/** Ranks, from 1, of the answering memories; the earlier memory wins a tie. */
function ranksOf(method: Method, question: PreparedQuestion): number[] {
  const scores = method.scores(question);
  const order = scores.map((_, row) => row).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  return order.flatMap((row, place) => (question.answers[row] ? [place + 1] : []));
}

export const metricsByQuestion = (method: Method, questions: readonly PreparedQuestion[]): Metrics[] =>
  questions.map((question) => metricsOf(ranksOf(method, question)));

export function summarise(name: string, all: readonly Metrics[], questions: readonly Question[]): MethodQuality {
  const categories = [...new Set(questions.map(({ category }) => category))].sort((a, b) => a - b);
  const byCategory = categories.map((category) => {
    const metrics = all.filter((_, index) => questions[index]?.category === category);
    return { category, questions: metrics.length, metrics: meanOf(metrics) };
  });
  return { name, overall: meanOf(all), byCategory };
}

/** Each conversation is a tenant of its own. */
export async function prepareAll(embedder: QualityEmbedder, conversations: readonly Conversation[]) {
  const prepared: PreparedQuestion[] = [];
  for (const conversation of conversations) prepared.push(...(await prepare(embedder, conversation)));
  return prepared;
}

/** The formula has no index, recency or importance here. Recall is the share of the evidence in the first k. */
export async function measureQuality(
  embedder: QualityEmbedder,
  conversations: readonly Conversation[],
): Promise<QualityReport> {
  const questions = await prepareAll(embedder, conversations);
  const asked = questions.map(({ question }) => question);
  const measured = [formula(embedder.calibration), ...controls(embedder.calibration)].map((method) => ({
    name: method.name,
    metrics: metricsByQuestion(method, questions),
  }));
  const recall10 = (row: number) => (measured[row]?.metrics ?? []).map((metrics) => metrics.recall10);
  return {
    embedder: embedder.id,
    memories: conversations.reduce((sum, { memories }) => sum + memories.length, 0),
    questions: questions.length,
    methods: measured.map(({ name, metrics }) => summarise(name, metrics, asked)),
    gain: pairedDifference(recall10(0), recall10(1)),
  };
}
