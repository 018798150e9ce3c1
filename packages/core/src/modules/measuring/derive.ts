import { denseRelevance, wordsAlone } from '@hippocamp/shared/scoring/score';
import type { Calibration } from '../../ports/embedder.js';
import type { AskedLikeness, Likenesses } from './likenesses.js';
import { clamp, deviation, mean, median } from './statistics.js';

/** How far an answer stands above everything else that was said, in units of how far that lies apart. */
const standsOut = ({ answer, others }: AskedLikeness): number => (answer - mean(others)) / (deviation(others) || 1);

const isFirst = ({ answer, others }: AskedLikeness): boolean => others.every((other) => other < answer);

/** Standard errors of a mean difference, from which on it is taken for one. */
const CLEARLY = 2;

/** Whether answers to the same questions stand out more in the second, beyond chance. */
export function isClearlyBetter(asked: readonly AskedLikeness[], than: readonly AskedLikeness[]): boolean {
  const gains = asked.flatMap((each, place) => {
    const other = than[place];
    return other ? [standsOut(each) - standsOut(other)] : [];
  });
  const error = deviation(gains) / Math.sqrt(Math.max(1, gains.length - 1));
  return asked.length === than.length && mean(gains) > CLEARLY * error;
}

/** Of meaning, however well a model tells answers from the rest: recall is flat around it. */
const MOST_ALPHA = 0.4;
/** Share of the questions with their answer first at which meaning counts nothing and in full. */
const NOTHING = 0.3;
const IN_FULL = 0.7;

/**
 * Answers of the probe share few words with their questions. Those that people ask for stand further above what has nothing to do
 * with the question: so many times as far, where meaning counts 1.
 */
const BEYOND = 2.5;

/** Of the relevance of a clear answer, by meaning. */
const CLEAR = 0.85;

const between = (from: number, to: number, share: number) => from + (to - from) * share;

/**
 * Constants of an embedder by how near the texts of the probe are. `lo` is the cosine of what has nothing to do with the question,
 * `hi` by how far answers stand above that, the share of meaning by how many answers stand first, and the scale lies between
 * that of words and that of meaning by that share. `same` leaves out a tenth of what says the same. Numbers of the shipped models
 * that were fitted on talks: see `derive.test`.
 */
export function deriveCalibration({ asked, same }: Likenesses, contextShare: number): Calibration {
  const lo = median(asked.flatMap(({ others }) => [...others]));
  const above = median(asked.map(({ answer, others }) => answer - median(others)));
  const hi = lo + Math.max(0.01, BEYOND * above);
  const first = mean(asked.map((each) => (isFirst(each) ? 1 : 0)));
  const alpha = MOST_ALPHA * clamp((first - NOTHING) / (IN_FULL - NOTHING), 0, 1);
  const best = median(asked.map(({ others }) => denseRelevance(Math.max(...others, -1), { lo, hi })));
  const scale = {
    doubtful: between(wordsAlone.doubtful, best, alpha),
    clear: between(wordsAlone.clear, CLEAR, alpha),
  };
  const sorted = [...same].sort((first, second) => first - second);
  return { lo, hi, same: sorted[Math.floor(sorted.length / 10)] ?? 1, alpha, contextShare, scale };
}
