import { denseRelevance, wordsAlone } from '@hippocamp/shared/scoring/score';
import type { Calibration, Embedder, EmbedderMeasures, Prefixes } from '../../ports/embedder.js';
import { type AskedLikeness, type Likenesses, likenessesOf } from './likenesses.js';
import type { Probe } from './probe.js';

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** 0 for no values. */
const deviation = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};

function median(values: readonly number[]): number {
  const sorted = [...values].sort((first, second) => first - second);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

const isFirst = ({ answer, others }: AskedLikeness): boolean => others.every((other) => other < answer);

/** The distance of each answer from the best other text, in standard deviations of the others. */
function standingsOf(asked: readonly AskedLikeness[]): number[] {
  const apart = mean(asked.map(({ others }) => deviation(others))) || 1;
  return asked.map(({ answer, others }) => (answer - Math.max(...others)) / apart);
}

/** True when the answers stand higher than in `than` by this many standard errors of the difference. */
function isBetter(asked: readonly AskedLikeness[], than: readonly AskedLikeness[], errors: number): boolean {
  if (asked.length !== than.length || asked.length < 2) return false;
  const before = standingsOf(than);
  const gains = standingsOf(asked).map((standing, place) => standing - (before[place] ?? 0));
  return mean(gains) > errors * (deviation(gains) / Math.sqrt(gains.length - 1));
}

/** The greatest weight of meaning. Recall is flat around it, however well a model separates answers. */
const MOST_ALPHA = 0.4;
/** The shares of questions with their answer first at which meaning has no weight, and its full weight. */
const NOTHING = 0.3;
const IN_FULL = 0.7;

/** Real answers stand this much further above unrelated texts, because answers of the probe share few words. */
const BEYOND = 2.5;

/** The least range of cosines. Where answers are as near as anything else, meaning gets no weight. */
const LEAST_RANGE = 0.01;

/** The relevance of a clear answer by meaning. */
const CLEAR = 0.85;

const between = (from: number, to: number, share: number) => from + (to - from) * share;

/**
 * `lo`: cosine of unrelated texts; `hi`: by the distance of answers; `alpha`: by the share of answers that are first.
 * `same` leaves out a tenth of the equal statements. `derive.test` compares with the shipped models.
 */
function deriveCalibration({ asked, same }: Likenesses, contextShare: number): Calibration {
  const lo = median(asked.flatMap(({ others }) => [...others]));
  const above = median(asked.map(({ answer, others }) => answer - median(others)));
  const hi = clamp(lo + BEYOND * above, lo + LEAST_RANGE, Math.max(1, lo + LEAST_RANGE));
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

/** A blank text stays blank. */
const prefixed = <Given extends Pick<Embedder, 'embed'>>(embedder: Given, prefixes: Prefixes): Given => ({
  ...embedder,
  embed: (texts, role, lane) =>
    embedder.embed(
      texts.map((text) => (text.trim() === '' ? text : prefixes[role] + text)),
      role,
      lane,
    ),
});

/** The id differs from the unmeasured one's, because the vectors do. */
export const measuredEmbedder = (
  embedder: Embedder,
  id: string,
  { calibration, prefixes }: EmbedderMeasures,
): Embedder => ({ ...prefixed(embedder, prefixes), id, calibration });

const NO_PREFIXES: Prefixes = { question: '', memory: '' };
/** The share of the previous text in a vector, if a model gains by it. Measured with the shipped model. */
const CONTEXT_SHARE = 0.3;

/** Standard errors of a gain by prefixes. Wrong prefixes would harm. */
const CLEARLY = 3;
/** Standard errors of a gain by the context, which helped with every model examined. */
const LIKELY = 1;

type Measured = Pick<Embedder, 'embed' | 'likeness'>;

/** None unless some are clearly better. */
async function findPrefixes(embedder: Measured, probe: Probe): Promise<{ prefixes: Prefixes; found: Likenesses }> {
  let best = { prefixes: NO_PREFIXES, found: await likenessesOf(embedder, probe) };
  for (const prefixes of probe.prefixes) {
    const found = await likenessesOf(prefixed(embedder, prefixes), probe);
    if (isBetter(found.asked, best.found.asked, CLEARLY)) best = { prefixes, found };
  }
  return best;
}

/** Embeds the probe, a few hundred short texts. `given` are the prefixes if they are known. */
export async function measureEmbedder(embedder: Measured, probe: Probe, given?: Prefixes): Promise<EmbedderMeasures> {
  const { prefixes, found } = given
    ? { prefixes: given, found: await likenessesOf(prefixed(embedder, given), probe) }
    : await findPrefixes(embedder, probe);
  const inContext = await likenessesOf(prefixed(embedder, prefixes), probe, CONTEXT_SHARE);
  const gains = isBetter(inContext.asked, found.asked, LIKELY);
  return {
    calibration: gains ? deriveCalibration(inContext, CONTEXT_SHARE) : deriveCalibration(found, 0),
    prefixes,
  };
}
