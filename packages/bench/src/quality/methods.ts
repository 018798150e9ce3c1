import { SESSION_STAGE, supportedBySessions } from '@hippocamp/shared/scoring/rank';
import {
  defaultWeights,
  lexicalEvidence,
  ownShare,
  type Parts,
  relevance,
  type Scorer,
  understood,
} from '@hippocamp/shared/scoring/score';
import type { MemoryParts, PreparedQuestion, QualityEmbedder } from './parts.js';
import { createRandom } from './random.js';

export interface Method {
  name: string;
  scores(question: PreparedQuestion): number[];
}

export interface Without {
  length?: boolean;
  speaker?: boolean;
  time?: boolean;
  session?: boolean;
}

const scorerOf = (
  calibration: QualityEmbedder['calibration'],
  question: PreparedQuestion,
  without: Without,
): Scorer => ({
  ...calibration,
  ...understood(question.understood, calibration),
  weights: defaultWeights,
  namesSpeaker: question.namesSpeaker && !without.speaker,
});

const partsOf = (given: MemoryParts, scorer: Scorer, without: Without): Parts => {
  const added =
    (without.length ? 0 : given.length) + (without.speaker ? 0 : given.speaker) + (without.time ? 0 : given.time);
  const { dense, own, context } = given;
  return { dense, own: own + added / ownShare(scorer), context, recency: 0, importance: 0, session: 0 };
};

/** All get the relevance of the first stage, and the best hundred that of the second. */
function inStages(all: readonly Parts[], sessions: readonly string[], scorer: Scorer): number[] {
  const first = all.map((parts) => relevance(parts, scorer));
  const best = first
    .map((score, row) => ({ row, score }))
    .sort((one, other) => other.score - one.score || one.row - other.row);
  const ranked = best.slice(0, SESSION_STAGE).flatMap(({ row, score }) => {
    const parts = all[row];
    return parts ? [{ id: String(row), score, parts, session: sessions[row] ?? null, message: null }] : [];
  });
  const scores = first.map((score) => score - 1);
  for (const { id, parts } of supportedBySessions(ranked, ({ score }) => score))
    scores[Number(id)] = relevance(parts, scorer);
  return scores;
}

/** The product's relevance; words alone where the question has no vector. */
export function formula(calibration: QualityEmbedder['calibration'], without: Without = {}): Method {
  const left = Object.keys(without);
  return {
    name: ['formula', ...left.map((part) => `without ${part}`)].join(', '),
    scores(question) {
      const scorer = scorerOf(calibration, question, without);
      const all = question.parts.map((parts) => partsOf(parts, scorer, without));
      if (without.session) return all.map((parts) => relevance(parts, scorer));
      return inStages(
        all,
        question.parts.map(({ session }) => session),
        scorer,
      );
    },
  };
}

const byParts = (name: string, score: (parts: MemoryParts) => number): Method => ({
  name,
  scores: ({ parts }) => parts.map(score),
});

export function controls(calibration: QualityEmbedder['calibration']): Method[] {
  const random = createRandom(7);
  return [
    byParts('words, two fields', lexicalEvidence),
    formula(calibration, { length: true }),
    formula(calibration, { speaker: true }),
    formula(calibration, { time: true }),
    formula(calibration, { session: true }),
    formula(calibration, { length: true, speaker: true, time: true, session: true }),
    byParts('words, own field', (parts) => parts.own),
    byParts('meaning', (parts) => parts.dense),
    byParts('random', () => random()),
  ];
}
