import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import {
  askingPriors,
  type Named,
  namedSpeaker,
  namesAssistant,
  questionOf,
  speakersIn,
  type Vocabulary,
} from '@hippocamp/shared/scoring/lexical';
import { rank as rankBest } from '@hippocamp/shared/scoring/rank';
import { normaliseWeights, ownShare, type Scorer, understood, type Weights } from '@hippocamp/shared/scoring/score';
import type { TopK } from '@hippocamp/shared/scoring/top-k';
import type { TopKSources } from '@hippocamp/shared/scoring/top-k-sources';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.js';
import type { Embedder } from '../../ports/embedder.js';
import type { Language } from '../../ports/language.js';
import type { Lexicon } from '../../ports/lexicon.js';
import type { Log } from '../../ports/log.js';
import type { MemoryFilter, MemoryRecord, Records } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import type { FactReader } from '../facts/facts.js';
import { type EmbedNewest, FEW } from '../indexing/embed-task.js';
import type { MemoryVectors } from '../indexing/memory-vectors.js';
import type { VocabularyKeeper } from '../indexing/vocabulary-keeper.js';
import { describeFailure } from '../outbox/failures.js';
import type { Policies } from '../policies.js';
import { createTroubleLog } from '../trouble-log.js';
import { type Semaphore, settlesWithin, takeTurn, unlimited } from '../waiting.js';
import { type BeforeReading, createDeepRankings } from './deep-rankings.js';
import { createNear, newestFirst } from './near.js';
import {
  createCountUnsearchable,
  createOwnQuestion,
  createQuestionEmbedder,
  createShortfall,
  type Shortfall,
} from './question.js';
import { readWithin } from './read-within.js';
import { createReadUnindexed, createSources } from './sources.js';
import { createStopwatch, type Stopwatch } from './stopwatch.js';

/** The parts that an answer had to do without. */
export const degradationOf = (answers: readonly Omit<Recalled, 'records' | 'cut' | 'milliseconds'>[]) => {
  const most = (count: 'unreached' | 'unembedded') => Math.max(0, ...answers.map((answer) => answer[count]));
  const [unreached, unembedded] = [most('unreached'), most('unembedded')];
  const parts: ('dense' | 'index' | 'vectors')[] = [];
  if (answers.some(({ rankings }) => rankings.some(({ degraded }) => degraded))) parts.push('dense');
  if (unreached > 0) parts.push('index');
  if (unembedded > 0) parts.push('vectors');
  return {
    ...(parts.length > 0 ? { degraded: parts } : {}),
    ...(unreached > 0 ? { unreached } : {}),
    ...(unembedded > 0 ? { unembedded } : {}),
  };
};

interface RecallDependencies {
  records: Records;
  index: VectorIndex;
  embedder: Embedder;
  memoryVectors: Pick<MemoryVectors, 'of'>;
  lexicon: Lexicon;
  language: Pick<Language, 'periodsAsked' | 'withoutTimesLeftOut' | 'askedOfSelf'>;
  facts: FactReader;
  vocabulary: VocabularyKeeper;
  policies: Policies;
  clock: Clock;
  log: Log;
  /** Keeps one tenant's questions from holding up another's in the single process of the embedded mode. */
  semaphore?: Semaphore | undefined;
  /** Set in a process that has the model and no workers. */
  embedNewest?: EmbedNewest | undefined;
  onQuery?: (work: Pick<TopK, 'rounds' | 'rowsRead' | 'randomAccesses' | 'approximate'>) => void;
}

export interface RecallRequest {
  questions: readonly string[];
  filter: MemoryFilter;
  /** Results for each question. */
  k: number;
  minScore?: number;
  /** 0..1, of the semantic reason. */
  minRelevance?: number;
  /** Normalised to sum 1. When any is given, a member left out is 0. */
  weights?: Partial<Weights> | undefined;
  /** Shows more messages: memories told in one message make room for those of others. */
  apart?: boolean;
  /** Rejects with 503 when the embedding model cannot be asked. */
  requireSemantic?: boolean;
  /** UTF-16 units of the memories of all questions: the best are read, up to the one that exceeds them. All by default. */
  units?: number;
  now: Date;
}

export interface Ranking extends TopK {
  scorer: Scorer;
  /** The speaker and the periods that the question names. */
  named: Named;
  /** True when the embedding model could not be asked, so that meaning played no part. */
  degraded: boolean;
}

export interface Recalled {
  /** One for each question, in order. */
  rankings: Ranking[];
  /** The ranked memories that still pass the filter. */
  records: ReadonlyMap<string, MemoryRecord>;
  /** True when others were left out for `units`. */
  cut: boolean;
  /** Memories that pass the filter but could not be searched, because the index is being filled. */
  unreached: number;
  /** Memories that pass the filter and have no vector yet. */
  unembedded: number;
  /** Summed over the questions. */
  milliseconds: Record<string, number>;
}

/** The questions run side by side and share the vocabulary. */
export type Recall = (tenant: TenantId, request: RecallRequest) => Promise<Recalled>;

/** Tenants in the cache of `staged`. */
const TENANTS = 1000;

/** The share of the question's wait that the newest memories get for their vectors. */
const PATIENCE = 0.25;

/** Asks again if the newest memories got their vectors while the question could wait. */
const withNewestEmbedded = (recall: Recall, { embedNewest, policies, log }: RecallDependencies): Recall => {
  const attempt = createTroubleLog(log, {
    begins: 'the newest memories have no vectors yet; a worker makes them',
    over: 'the newest memories have vectors again',
  });
  return async (tenant, request) => {
    const first = await recall(tenant, request);
    if (!embedNewest || first.unembedded === 0 || first.unembedded > FEW) return first;
    const { passed, failed } = attempt();
    try {
      if (!(await settlesWithin(embedNewest(tenant), PATIENCE * policies.questionWait))) return first;
      const second = await recall(tenant, request);
      // Where others had the jobs, nothing was asked of the model.
      if (second.unembedded < first.unembedded) passed();
      return second;
    } catch (error) {
      failed({ tenant, error: describeFailure(error) });
      return first;
    }
  };
};

export const createRecall = (dependencies: RecallDependencies): Recall =>
  withNewestEmbedded(createPlainRecall(dependencies), dependencies);

/** The ids of the ranked memories by their best scores. */
const bestFirst = (rankings: readonly Pick<TopK, 'ranked'>[]): string[] => {
  const scores = new Map<string, number>();
  for (const { id, score } of rankings.flatMap(({ ranked }) => ranked)) {
    scores.set(id, Math.max(score, scores.get(id) ?? 0));
  }
  return [...scores].sort(([, first], [, second]) => second - first).map(([id]) => id);
};

const scorerFor = (
  { text, vector, speaker }: { text: string; vector: Float32Array | null; speaker: Named['speaker'] },
  embedder: Embedder,
  weights: RecallRequest['weights'],
): Scorer => ({
  ...{ lo: embedder.calibration.lo, hi: embedder.calibration.hi },
  ...understood(vector ? (embedder.fluency?.(text) ?? 1) : 0, embedder.calibration),
  weights: normaliseWeights(weights),
  ...{ namesSpeaker: speaker !== null, namesAssistant: namesAssistant(text) },
});

interface RankTools extends Pick<Shortfall, 'countUnsearchable' | 'awaitsVectors'> {
  words: Vocabulary;
  watch: Stopwatch;
}

const measuredSources = (sources: TopKSources, watch: Stopwatch, beforeReading: BeforeReading): TopKSources => ({
  async lists(m) {
    await beforeReading(m);
    return watch.measure('lists', () => sources.lists(m));
  },
  facts: (ids) => watch.measure('facts', () => sources.facts(ids)),
  scores: (ids) => watch.measure('scores', () => sources.scores(ids)),
});

function createPlainRecall(dependencies: RecallDependencies): Recall {
  const { records, index, embedder, memoryVectors, lexicon, language, vocabulary, policies, log, onQuery } =
    dependencies;
  const semaphore = dependencies.semaphore ?? unlimited;
  const deepRankings = createDeepRankings();
  const shortfallOf = createShortfall(records, createCountUnsearchable(dependencies));
  const ownQuestion = createOwnQuestion(dependencies);
  const embedQuestion = createQuestionEmbedder({ embedder, wait: policies.questionWait, log });
  const readUnindexed = createReadUnindexed({ vectorsOf: memoryVectors.of, lexicon });
  const staged = new LRUCache<TenantId, boolean>({ max: TENANTS });

  const rank = async (
    tenant: TenantId,
    text: string,
    request: RecallRequest,
    { words, watch, ...said }: RankTools,
  ): Promise<{ ranking: Ranking; whole: ReadonlyMap<string, MemoryRecord> }> => {
    const own = language.withoutTimesLeftOut(await ownQuestion(tenant, text, request.filter), request.now);
    const [{ vector, degraded }, [termIds]] = await Promise.all([
      watch.measure('embed', () => embedQuestion(tenant, own)),
      lexicon.termIds([own], tenant),
    ]);
    if (degraded && request.requireSemantic) {
      const extras = { retryAfter: 2, part: 'embedder' } as const;
      throw new Problem('dependency-unavailable', 'The embedding model does not answer.', extras);
    }
    // When the assistant's memories are left out, no question means the assistant.
    const naming = request.filter.exceptAssistants ? '' : text;
    const speaker = namedSpeaker(termIds ?? [], speakersIn(tenant, naming, words.speakers));
    const { k, minScore = 0, minRelevance = 0, apart, now } = request;
    const named: Named = { speaker, periods: language.periodsAsked(text, now) };
    const scorer = scorerFor({ text, vector, speaker }, embedder, request.weights);
    const asked = askingPriors(questionOf(termIds ?? [], words), tenant, { named, share: ownShare(scorer) });
    const ofTenant = records.forTenant(tenant);
    const near = createNear(ofTenant);
    const sources = createSources({
      tenant,
      records: ofTenant,
      index,
      readUnindexed,
      question: { dense: vector, sparse: asked, blend: scorer },
      embedderId: embedder.id,
      filter: request.filter,
      k,
      unindexedLimit: policies.unindexedLimit,
      ...said,
      ...{ onNear: near.onNear, now },
    });
    // Rows of several questions are read together, in parts.
    const isAlone = request.questions.length === 1 && request.units === undefined;
    const expectStage = staged.get(tenant) ?? false;
    const wanted = { k, minScore, minRelevance, apart, expectStage, rowLimit: policies.queryRowLimit };
    const work = async (beforeReading: BeforeReading) => {
      const measured = measuredSources(sources, watch, beforeReading);
      const first = await rankBest(wanted, scorer, measured);
      staged.set(tenant, first.staged);
      const [newest] = await Promise.all([
        watch.measure('newer', () => newestFirst(near, first, { wanted, scorer, sources: measured })),
        isAlone && near.readAhead(bestFirst([first]), request.filter),
      ]);
      return newest;
    };
    const ranking = await takeTurn(semaphore, tenant, () => deepRankings(tenant, work));
    onQuery?.(ranking);
    return { ranking: { ...ranking, scorer, named, degraded }, whole: near.whole };
  };

  /** Those that did not come with the lists are read from the records. */
  const rowsOf = (tenant: TenantId, ranked: Awaited<ReturnType<typeof rank>>[], { filter, units }: RecallRequest) => {
    const near = new Map(ranked.flatMap(({ whole }) => [...whole]));
    const ids = bestFirst(ranked.map(({ ranking }) => ranking));
    return readWithin(ids, units, async (part) => {
      const { memories } = records.forTenant(tenant);
      const rest = part.filter((id) => !near.has(id));
      return [...part.flatMap((id) => near.get(id) ?? []), ...(await memories.getMany(rest, filter))];
    });
  };

  return async (tenant, request) => {
    const watch = createStopwatch();
    const shortfall = shortfallOf(tenant, request.filter);
    const words = await watch.measure('vocabulary', () => vocabulary.of(tenant));
    const ranked = await Promise.all(
      request.questions.map((question) => rank(tenant, question, request, { words, watch, ...shortfall })),
    );
    const { rows, used } = await watch.measure('content', () => rowsOf(tenant, ranked, request));
    return {
      rankings: ranked.map(({ ranking }) => ranking),
      records: new Map(rows.map((row) => [row.id, row])),
      cut: used > (request.units ?? used),
      ...(await shortfall.counted()),
      milliseconds: watch.milliseconds,
    };
  };
}
