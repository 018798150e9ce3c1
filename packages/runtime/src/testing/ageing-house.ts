import { createEmbeddedIndex } from '@hippocamp/adapters/embedded-index/embedded-index';
import { createAgeingRules } from '@hippocamp/core/modules/ageing/rules';
import { createArtifactService } from '@hippocamp/core/modules/artifacts/artifact-service';
import { createFactReader } from '@hippocamp/core/modules/facts/facts';
import { createOwners } from '@hippocamp/core/modules/graph/owners';
import { createRunOnce } from '@hippocamp/core/modules/idempotency/run-once';
import { createIndexing } from '@hippocamp/core/modules/indexing/index-memories';
import { createMemoryEmbedder, createMemoryVectors } from '@hippocamp/core/modules/indexing/memory-vectors';
import { createVocabularyKeeper } from '@hippocamp/core/modules/indexing/vocabulary-keeper';
import { createIngestTask } from '@hippocamp/core/modules/ingest/ingest-task';
import { createDistilTask } from '@hippocamp/core/modules/lifecycle/distil-task';
import { createDistiller } from '@hippocamp/core/modules/lifecycle/distiller';
import { createLifecycleService } from '@hippocamp/core/modules/lifecycle/lifecycle-service';
import { createLifecycleTask } from '@hippocamp/core/modules/lifecycle/lifecycle-task';
import { createMemoryService } from '@hippocamp/core/modules/memories/memory-service';
import { createMemorySets } from '@hippocamp/core/modules/memories/memory-sets';
import { createGrounding } from '@hippocamp/core/modules/model/grounding';
import { startOutboxWorkers } from '@hippocamp/core/modules/outbox/outbox-worker';
import { createHandOut, createWakeUp } from '@hippocamp/core/modules/outbox/wake-up';
import { defaultPolicies } from '@hippocamp/core/modules/policies';
import { createSteering } from '@hippocamp/core/modules/reading/steering';
import { createErasureService } from '@hippocamp/core/modules/redaction/erasure-service';
import { createTransferService } from '@hippocamp/core/modules/transfer/transfer-service';
import type { DistilModel } from '@hippocamp/core/ports/distil-model';
import type { Extractor } from '@hippocamp/core/ports/extractor';
import type { JobHandler, JobKey, JobKind, JobQueue } from '@hippocamp/core/ports/job-queue';
import type { Language } from '@hippocamp/core/ports/language';
import { type Records, RecordsUnavailable, type TenantRecords } from '@hippocamp/core/ports/records';
import { quietLog as log, NOON, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { budgetInMemory } from '@hippocamp/core/testing/model-budget';
import { readerThatSupports } from '@hippocamp/core/testing/plain-vouching';
import { migrate } from '@hippocamp/db/engine/migrate';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { createRecords } from '@hippocamp/db/records';
import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { createTextPorts } from '../text/text-ports.js';

/** Hands out each job as it is enqueued, unless the test says that the queue is broken or has no workers. */
const createManualQueue = () => {
  const handlers = new Map<JobKind, JobHandler>();
  const state = { broken: false, workers: true };
  const queue: JobQueue = {
    async enqueue(job) {
      if (state.broken) throw new Error('the queue is away');
      if (state.workers) await handlers.get(job.kind)?.(job);
    },
    work: (kind, handler) => {
      handlers.set(kind, handler);
    },
    schedule: () => undefined,
    finished: async () => true,
    announce: async () => undefined,
    ping: async () => undefined,
    depth: async () => ({}) as never,
    close: async () => undefined,
  };
  return { state, queue, deliver: (job: JobKey) => handlers.get(job.kind)?.(job) };
};

interface Watching {
  /** Answers true to fail the transaction as if the database were gone. */
  before(): Promise<boolean>;
  locked(owner: string | null): void;
  /** Answers true where so many take too long for a transaction. */
  isTooMany(buried: number): boolean;
}

const watched = (records: Records, { before, locked, isTooMany }: Watching): Records => ({
  ...records,
  forTenant(tenant) {
    const own = records.forTenant(tenant);
    const transaction: TenantRecords['transaction'] = async (work) => {
      if (await before()) throw new Problem('dependency-unavailable', 'The database is away.');
      return own.transaction((repositories) => {
        const lockOwner: typeof repositories.lockOwner = (owner) => {
          locked(owner);
          return repositories.lockOwner(owner);
        };
        const bury: typeof repositories.memories.bury = async (ids, ...rest) => {
          if (isTooMany(ids.length)) throw new RecordsUnavailable(null, { timedOut: true });
          return repositories.memories.bury(ids, ...rest);
        };
        return work({ ...repositories, lockOwner, memories: { ...repositories.memories, bury } });
      });
    };
    return { ...own, transaction };
  },
});

const distillerOf = (model: DistilModel, language: Language) => {
  const steers = createSteering({ language, judge: null });
  const grounded = createGrounding({ language, reads: readerThatSupports(() => true) });
  return createDistiller({ model, language, grounded, steers, budget: budgetInMemory(1000), log });
};

/** Keeps each sentence, with the sentence before it as its context. */
const everySentence = (language: Language): Extractor => ({
  async extract(tenant, { text }) {
    const [sentences = []] = await language.sentencesOf(tenant, [text]);
    const starts: number[] = [];
    for (const content of sentences) starts.push(text.indexOf(content, (starts.at(-1) ?? -1) + 1));
    const extractions = sentences.map((content, place) => {
      const start = starts[place] ?? 0;
      const context = place === 0 ? null : { start: starts[place - 1] ?? 0, end: start };
      const judged = { memoryType: 'semantic' as const, importance: 0.5, confidence: 0.9, tags: [], rationale: 'test' };
      return { ...judged, content, sourceSpan: content, start, end: start + content.length, context };
    });
    return { extractions, warnings: [], by: { extractor: 'test', prompt: 'none' }, leftOut: 0, verdicts: [] };
  },
});

/** The service's ageing under a clock of the test's, over the embedded engine; with a model, that one distils. */
export async function openAgeingHouse(model?: DistilModel) {
  const { embedder, language, lexicon } = await createTextPorts('o200k_base');
  const [embedded] = testEngines;
  const { engine, close } = await embedded.open();
  await migrate(engine.pool);
  const truth = await createRecords({ pool: engine.pool, kind: engine.kind, log });
  const index = createEmbeddedIndex({ sql: engine.pool });
  await index.ensure({ id: embedder.id, dimensions: embedder.dimensions });
  const state = {
    now: NOON,
    transactionsLeft: Number.POSITIVE_INFINITY,
    scansLeft: Number.POSITIVE_INFINITY,
    /** More memories than these are too many for one transaction. */
    mostBuried: Number.POSITIVE_INFINITY,
    beforeTransaction: async (): Promise<void> => undefined,
    /** Owners whose lock a transaction took. */
    locked: [] as (string | null)[],
    /** Runs before each part of a text is compared with what is known. */
    beforePart: async () => {},
    /** Looks at the quota of the tenant. */
    checkRoom: async (_tenant: TenantId): Promise<void> => {},
  };
  const clock = { now: () => state.now };
  // A write is over when its rows are in the index, however busy the machine.
  const policies = { ...defaultPolicies, lifecycleWait: 0, indexWait: 60_000 };
  const watching: Watching = {
    async before() {
      await state.beforeTransaction();
      state.transactionsLeft -= 1;
      return state.transactionsLeft < 0;
    },
    locked: (owner) => void state.locked.push(owner),
    isTooMany: (buried) => buried > state.mostBuried,
  };
  const records = watched(truth, watching);
  const { state: queueState, queue, deliver } = createManualQueue();
  const wakeUp = createWakeUp(queue);
  const ids = sequentialIds(7);
  const embedMemories = createMemoryEmbedder(embedder);
  const facts = createFactReader({ language, records: truth, log });
  const vocabulary = createVocabularyKeeper({ records: truth, lexicon, wakeUp, clock });
  const indexing = createIndexing({
    ...{
      records: truth,
      index,
      embedder,
      memoryVectors: createMemoryVectors({ embedder, embedMemories, records: truth }),
      wakeUp,
      clock,
      lexicon,
      vocabulary,
      facts,
      judgeMarks: async () => [],
      log,
    },
    wait: policies.indexWait,
  });
  const common = {
    ...{ records, queue, indexing, policies, clock, ids, log },
    ...{ facts, language },
    distiller: model ? distillerOf(model, language) : null,
    ageing: createAgeingRules(policies),
    runOnce: createRunOnce({ clock, retention: policies.idempotencyRetention }),
  };
  const lifecycle = createLifecycleTask({ ...common, concurrency: 1 });
  const distil = createDistilTask({ ...common, records: watched(truth, { ...watching, before: async () => false }) });
  const ingest = createIngestTask({
    ...{ ...common, records: truth, index, embedder, embedMemories, comparer: embedder, wakeUp },
    vocabulary: {
      async of(tenant) {
        await state.beforePart();
        return vocabulary.of(tenant);
      },
    },
    checkRoom: (tenant) => state.checkRoom(tenant),
    ...{ extractor: everySentence(language), llmExtraction: null, pairReader: null },
    ...{ linksEntities: false, anyoneReplaces: false, concurrency: 1 },
  });
  const handOut = createHandOut({ records, wakeUp, clock, window: 100 });
  const { stopLooking } = startOutboxWorkers({
    ...common,
    handOut,
    lease: policies.lease,
    leastAttempts: 100,
    retryTime: 0,
    tasks: { lifecycle, distil, ingest },
  });
  // A busy machine's worker would take jobs that a test hands out itself.
  stopLooking();
  let tenants = 0;
  return {
    state,
    queueState,
    deliver,
    ids,
    policies,
    index,
    ageing: common.ageing,
    sql: engine.pool,
    records: truth,
    lifecycle: createLifecycleService(common),
    memories: createMemoryService(common),
    memorySets: createMemorySets({ ...common, owners: createOwners(common), llm: null }),
    erasure: createErasureService({
      ...common,
      index: {
        ...index,
        async scan(...asked: Parameters<typeof index.scan>) {
          state.scansLeft -= 1;
          if (state.scansLeft < 0) throw new Problem('dependency-unavailable', 'The index is away.');
          return index.scan(...asked);
        },
      },
    }),
    transfer: createTransferService(common),
    artifacts: createArtifactService({ ...common, readBy: 'nobody', llmExtraction: null }),
    /** Does the jobs that wait to make distilled memories anew. */
    async remake() {
      for (const job of await truth.outbox.due('distil', state.now, 1000)) await deliver(job);
    },
    /** A tenant that no other test knows. */
    caller() {
      tenants += 1;
      const tenant: TenantId = tenantNamed(`tenant-${tenants}`);
      return { tenant, scopes: new Set<never>(), requestId: 'test' };
    },
    async close() {
      await truth.close();
      await close();
    },
  };
}

export type AgeingHouse = Awaited<ReturnType<typeof openAgeingHouse>>;
