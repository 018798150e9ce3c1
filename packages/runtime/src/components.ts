import { createEmbeddedIndex } from '@hippocamp/adapters/embedded-index/embedded-index';
import { createLocalQueue } from '@hippocamp/adapters/local-queue/local-queue';
import { createFactReader } from '@hippocamp/adapters/rules/fact-reader';
import { createRuleExtractor } from '@hippocamp/adapters/rules/rule-extractor';
import { createFacts, type Facts } from '@hippocamp/core/modules/facts/facts';
import { createRunOnce, type RunOnce } from '@hippocamp/core/modules/idempotency/run-once';
import { createIndexing, type Indexing } from '@hippocamp/core/modules/indexing/index-memories';
import { createVocabularyKeeper, type VocabularyKeeper } from '@hippocamp/core/modules/indexing/vocabulary-keeper';
import { type AgeingRules, createAgeingRules } from '@hippocamp/core/modules/lifecycle/rules';
import type { Clock } from '@hippocamp/core/ports/clock';
import type { Embedder } from '@hippocamp/core/ports/embedder';
import type { Extractor } from '@hippocamp/core/ports/extractor';
import type { Ids } from '@hippocamp/core/ports/ids';
import type { JobQueue } from '@hippocamp/core/ports/job-queue';
import type { Log } from '@hippocamp/core/ports/log';
import type { Records } from '@hippocamp/core/ports/records';
import type { VectorIndex } from '@hippocamp/core/ports/vector-index';
import { systemClock as clock } from './clock.js';
import { createDefaultEmbedder } from './embedder.js';
import { openEngines } from './engines.js';
import { createIds } from './ids.js';
import { createLogger } from './logger.js';
import type { Settings } from './settings.js';

/** The adapters behind their ports, and what is built on them alone. */
export interface Components {
  records: Records;
  index: VectorIndex;
  queue: JobQueue;
  embedder: Embedder;
  extractor: Extractor;
  facts: Facts;
  ageing: AgeingRules;
  vocabulary: VocabularyKeeper;
  indexing: Indexing;
  runOnce: RunOnce;
  clock: Clock;
  ids: Ids;
  log: Log;
  about: Record<string, string>;
  close(): Promise<void>;
}

/** Opens the engines and builds what every process needs, whatever it does with it. */
export async function openComponents(settings: Settings): Promise<Components> {
  const { policies } = settings;
  const log = createLogger(settings.logLevel);
  const embedder = await createDefaultEmbedder();
  const extractor = createRuleExtractor();
  const engines = await openEngines(settings, embedder.id);
  const { records } = engines;
  const index = createEmbeddedIndex({ sql: engines.sql });
  const queue = createLocalQueue({ log });
  const { fresh } = await index.ensure({ id: embedder.id, dimensions: embedder.dimensions });
  if (fresh) await records.reindexAll(clock.now());
  const vocabulary = createVocabularyKeeper({ records, queue, clock });
  const wait = policies.indexWait;
  return {
    records,
    index,
    queue,
    embedder,
    extractor,
    facts: createFacts({ reader: createFactReader() }),
    ageing: createAgeingRules(policies),
    vocabulary,
    indexing: createIndexing({ records, index, embedder, queue, vocabulary, clock, log, wait }),
    runOnce: createRunOnce({ clock, retention: policies.idempotencyRetention }),
    clock,
    ids: createIds(),
    log,
    about: {
      ...engines.about,
      embeddings: `${embedder.id}, ${embedder.dimensions} dimensions`,
      extraction: extractor.version,
    },
    close: engines.close,
  };
}
