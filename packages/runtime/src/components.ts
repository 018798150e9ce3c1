import { type AgeingRules, createAgeingRules } from '@hippocamp/core/modules/ageing/rules';
import { createFactReader, type FactReader } from '@hippocamp/core/modules/facts/facts';
import { createRunOnce, type RunOnce } from '@hippocamp/core/modules/idempotency/run-once';
import { createIndexing, type Indexing } from '@hippocamp/core/modules/indexing/index-memories';
import {
  createMemoryEmbedder,
  createMemoryVectors,
  type EmbedMemories,
  type MemoryVectors,
} from '@hippocamp/core/modules/indexing/memory-vectors';
import { createVocabularyKeeper, type VocabularyKeeper } from '@hippocamp/core/modules/indexing/vocabulary-keeper';
import { createTenantSettings, type TenantSettings } from '@hippocamp/core/modules/limits/tenant-settings';
import { createHandOut, createWakeUp, type HandOut, type WakeUp } from '@hippocamp/core/modules/outbox/wake-up';
import { createHaveJudged, createJudgeMarks, type JudgeMarks } from '@hippocamp/core/modules/reading/judge-marks';
import { createSteering } from '@hippocamp/core/modules/reading/steering';
import { createReconciler, type Reconciler } from '@hippocamp/core/modules/upkeep/reconciler';
import { withLeaseInTurn } from '@hippocamp/core/modules/with-lease';
import type { Clock } from '@hippocamp/core/ports/clock';
import type { Embedder } from '@hippocamp/core/ports/embedder';
import type { Ids } from '@hippocamp/core/ports/ids';
import type { JobQueue } from '@hippocamp/core/ports/job-queue';
import type { Language } from '@hippocamp/core/ports/language';
import type { Lexicon } from '@hippocamp/core/ports/lexicon';
import type { Log } from '@hippocamp/core/ports/log';
import type { Records } from '@hippocamp/core/ports/records';
import type { Tokenizer } from '@hippocamp/core/ports/tokenizer';
import type { VectorIndex } from '@hippocamp/core/ports/vector-index';
import { systemClock as clock, createIds } from './clock-and-ids.js';
import { type EmbedderInUse, openEmbedderInUse } from './embedder-in-use.js';
import { type Engines, type EngineWatches, openEngines } from './engines.js';
import { withFailpoint } from './failpoints.js';
import { followOthers } from './follow-others.js';
import { leaseOfProcess } from './lease-of-process.js';
import { createLogger } from './logger.js';
import { createMetrics, type Gauges, type Metrics } from './metrics.js';
import { prepareIndex } from './prepare-index.js';
import { createReading, type Reading, refuseSteering } from './reading.js';
import type { Settings } from './settings.js';
import { createSharedModel, type SharedModel } from './shared-model.js';
import { createTextThreads } from './text/text-ports.js';

type ReadingParts = Omit<Reading, 'description'>;

export interface Components extends ReadingParts {
  mode: 'embedded' | 'production';
  records: Records;
  tenantSettings: TenantSettings;
  index: VectorIndex;
  queue: JobQueue;
  embedder: Embedder;
  embedderInUse: EmbedderInUse;
  /** Word vectors, which are fast; texts are compared with each other by them. */
  comparer: Embedder;
  embedMemories: EmbedMemories;
  memoryVectors: MemoryVectors;
  language: Language;
  lexicon: Lexicon;
  facts: FactReader;
  wakeUp: WakeUp;
  handOut: HandOut;
  judgeMarks: JudgeMarks;
  tokenizer: Tokenizer;
  ageing: AgeingRules;
  vocabulary: VocabularyKeeper;
  indexing: Indexing;
  reconciler: Reconciler;
  runOnce: RunOnce;
  metrics: Metrics;
  watches: EngineWatches;
  pool: Engines['pool'];
  clock: Clock;
  ids: Ids;
  log: Log;
  about: Record<string, string>;
  close(): Promise<void>;
}

async function askEach({ records, index, queue }: EngineWatches) {
  const [recordsUp, indexUp, queueUp] = await Promise.all([records, index, queue].map((watch) => watch.answers()));
  return { records: recordsUp === true, index: indexUp === true, queue: queueUp === true };
}

type Read = Pick<Components, 'records' | 'queue' | 'watches' | 'embedderInUse'> & Pick<Engines, 'pool'>;

const gaugesOf = ({ records, queue, watches, embedderInUse, pool }: Read): Gauges => ({
  outbox: () => records.outbox.counts(clock.now()),
  counts: () => records.counts(),
  queue: () => queue.depth(),
  rows: () => records.rowEstimates(),
  engines: () => askEach(watches),
  embedderLacks: () => embedderInUse.lack() !== null,
  pool,
});

interface Opening {
  settings: Settings;
  model: SharedModel;
  text: Awaited<ReturnType<typeof createTextThreads>>;
  metrics: Metrics;
  ids: Ids;
  log: Log;
}

async function openStores({ settings, model, text, metrics, ids, log }: Opening) {
  const engines: Engines = await openEngines({
    settings,
    log,
    onCall: metrics.engineCall,
    alone: (work) =>
      withLeaseInTurn('preparation of the index', leaseOfProcess(engines.records, ids, settings.policies.lease), work),
    onIndexLost: async () => void (await engines.records.reindexAll(clock.now())),
  });
  try {
    const { records, stamp } = engines;
    const embedderInUse = await openEmbedderInUse({
      settings: settings.embedder,
      model,
      words: text.embedder,
      records,
      clock,
      log,
    });
    await stamp(embedderInUse.embedder.id);
    const steers = createSteering({ language: text.language, judge: null });
    const tenantSettings = createTenantSettings(records.tenantSettings, steers, clock);
    await tenantSettings.refresh();
    return { engines, embedderInUse, tenantSettings };
  } catch (error) {
    await engines.close();
    throw error;
  }
}

const aboutOf = ({ about }: Engines, { id, dimensions }: Embedder, extraction: string): Record<string, string> => ({
  ...about,
  embeddings: `${id}, ${dimensions} dimensions`,
  extraction,
});

export async function openComponents(settings: Settings): Promise<Components> {
  const { policies, failpoint } = settings;
  const log = createLogger(settings.logLevel, settings.logsTo);
  for (const warning of settings.warnings) log.warn({}, warning);
  const text = await createTextThreads(settings.text);
  const metrics = createMetrics(clock);
  const ids = createIds();
  const model = createSharedModel({ threads: settings.modelThreads, finds: settings.embedder.kind === 'local' });
  const { engines, embedderInUse, tenantSettings } = await refuseSteering(settings, text.language)
    .then(() => openStores({ settings, model, text, metrics, ids, log }))
    .catch(async (error: unknown) => {
      await model.close();
      await text.close();
      throw error;
    });
  const { mode, watches, pool } = engines;
  const { records, index, queue, embedder, language } = withFailpoint(
    {
      records: engines.records,
      index: engines.index,
      queue: engines.queue,
      embedder: embedderInUse.embedder,
      language: text.language,
    },
    failpoint,
  );
  metrics.read(gaugesOf({ records, queue, watches, embedderInUse, pool }));
  const stopPreparing = await prepareIndex({ index, records, embedder, clock, log });
  const stopFollowing = followOthers({ mode, embedderInUse, tenantSettings, index, log });
  const wakeUp = createWakeUp(queue);
  const { lexicon, tokenizer } = text;
  // The failpoint counts it as `embedder` too.
  const { embedder: comparer } = withFailpoint({ embedder: text.embedder }, failpoint);
  const embedMemories = createMemoryEmbedder(comparer);
  const memoryVectors = createMemoryVectors({ embedder, embedMemories, records });
  const vocabulary = createVocabularyKeeper({ records, lexicon, wakeUp, clock });
  const asked = { tenantSettings, language, tokenizer, metrics, records, clock, log };
  const { description, ...reading } = createReading({ settings, model, ...asked });
  const facts = createFactReader({ ...asked, haveJudged: createHaveJudged({ records, clock, ...reading }) });
  const judgeMarks = createJudgeMarks({ records, clock, language, judge: reading.judge });
  return {
    judgeMarks,
    ...{ mode, records, tenantSettings, index, queue, pool },
    embedder,
    embedderInUse,
    comparer,
    embedMemories,
    ...reading,
    memoryVectors,
    language,
    lexicon,
    facts,
    wakeUp,
    handOut: createHandOut({ records, wakeUp, clock, window: settings.queueWindow }),
    tokenizer,
    ageing: createAgeingRules(policies),
    vocabulary,
    indexing: createIndexing({
      records,
      index,
      embedder,
      memoryVectors,
      wakeUp,
      clock,
      lexicon,
      vocabulary,
      facts,
      judgeMarks,
      log,
      wait: policies.indexWait,
    }),
    reconciler: createReconciler({ records, index, clock, log, onDifferences: metrics.differences }),
    runOnce: createRunOnce({ clock, retention: policies.idempotencyRetention }),
    metrics,
    watches,
    clock,
    ids,
    log,
    about: aboutOf(engines, embedder, description),
    async close() {
      stopPreparing();
      stopFollowing();
      await embedderInUse.close();
      await model.close();
      await text.close();
      await engines.close();
    },
  };
}
