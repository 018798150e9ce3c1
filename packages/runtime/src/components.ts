import { createTokenizer } from '@hippocamp/adapters/gpt-tokenizer/tokenizer';
import { createClaimReader } from '@hippocamp/adapters/rules/claims/claim-reader';
import { createFactReader } from '@hippocamp/adapters/rules/fact-reader';
import { createRuleExtractor } from '@hippocamp/adapters/rules/rule-extractor';
import { createReconciler, type Reconciler } from '@hippocamp/core/modules/consistency/reconciler';
import { createFacts, type Facts } from '@hippocamp/core/modules/facts/facts';
import { createRunOnce, type RunOnce } from '@hippocamp/core/modules/idempotency/run-once';
import { createIndexing, type Indexing } from '@hippocamp/core/modules/indexing/index-memories';
import { createVocabularyKeeper, type VocabularyKeeper } from '@hippocamp/core/modules/indexing/vocabulary-keeper';
import { type AgeingRules, createAgeingRules } from '@hippocamp/core/modules/lifecycle/rules';
import { type Bell, createBell } from '@hippocamp/core/modules/outbox/bell';
import { createHandOut, type HandOut } from '@hippocamp/core/modules/outbox/hand-out';
import type { ClaimReader } from '@hippocamp/core/ports/claim-reader';
import type { Clock } from '@hippocamp/core/ports/clock';
import type { Embedder } from '@hippocamp/core/ports/embedder';
import type { Extractor } from '@hippocamp/core/ports/extractor';
import type { Ids } from '@hippocamp/core/ports/ids';
import type { JobQueue } from '@hippocamp/core/ports/job-queue';
import type { Log } from '@hippocamp/core/ports/log';
import type { Records } from '@hippocamp/core/ports/records';
import type { Tokenizer } from '@hippocamp/core/ports/tokenizer';
import type { VectorIndex } from '@hippocamp/core/ports/vector-index';
import { systemClock as clock } from './clock.js';
import { createDefaultEmbedder } from './embedder.js';
import { openEngines } from './engines.js';
import { withFailpoint } from './failpoints.js';
import { createIds } from './ids.js';
import { createLogger } from './logger.js';
import { createMetrics, type Metrics } from './metrics.js';
import { prepareIndex } from './prepare-index.js';
import type { Settings } from './settings.js';

/** The adapters behind their ports, and what is built on them alone. */
export interface Components {
  mode: 'embedded' | 'production';
  records: Records;
  index: VectorIndex;
  queue: JobQueue;
  embedder: Embedder;
  extractor: Extractor;
  facts: Facts;
  bell: Bell;
  handOut: HandOut;
  claims: ClaimReader;
  tokenizer: Tokenizer;
  ageing: AgeingRules;
  vocabulary: VocabularyKeeper;
  indexing: Indexing;
  reconciler: Reconciler;
  runOnce: RunOnce;
  metrics: Metrics;
  clock: Clock;
  ids: Ids;
  log: Log;
  about: Record<string, string>;
  close(): Promise<void>;
}

/** Opens the engines and builds what every process needs, whatever it does with it. */
export async function openComponents(settings: Settings): Promise<Components> {
  const { policies, failpoint } = settings;
  const log = createLogger(settings.logLevel);
  const defaultEmbedder = await createDefaultEmbedder();
  const opening = { settings, embedderId: defaultEmbedder.id, log };
  const engines = await openEngines({
    ...opening,
    onIndexLost: async () => void (await engines.records.reindexAll(clock.now())),
  });
  const { mode } = engines;
  const { records, index, queue, embedder, extractor } = withFailpoint(
    {
      records: engines.records,
      index: engines.index,
      queue: engines.queue,
      embedder: defaultEmbedder,
      extractor: createRuleExtractor(),
    },
    failpoint,
  );
  const metrics = createMetrics({
    outbox: () => records.outbox.counts(clock.now()),
    counts: () => records.counts(),
    queue: () => queue.depth(),
    rows: () => records.rowEstimates(),
  });
  const stopPreparing = await prepareIndex({ index, records, embedder, clock, log });
  const bell = createBell(queue);
  const vocabulary = createVocabularyKeeper({ records, bell, clock });
  return {
    mode,
    records,
    index,
    queue,
    embedder,
    extractor,
    facts: createFacts({ reader: createFactReader() }),
    bell,
    handOut: createHandOut({ records, bell, clock, window: settings.queueWindow }),
    claims: createClaimReader(),
    tokenizer: createTokenizer(settings.tokenizer),
    ageing: createAgeingRules(policies),
    vocabulary,
    indexing: createIndexing({ records, index, embedder, vocabulary, log, wait: policies.indexWait }),
    reconciler: createReconciler({ records, index, clock, log, onDifferences: metrics.differences }),
    runOnce: createRunOnce({ clock, retention: policies.idempotencyRetention }),
    metrics,
    clock,
    ids: createIds(),
    log,
    about: {
      ...engines.about,
      embeddings: `${embedder.id}, ${embedder.dimensions} dimensions`,
      extraction: extractor.version,
    },
    async close() {
      stopPreparing();
      await engines.close();
    },
  };
}
