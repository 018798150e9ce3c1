import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { Embedder } from '../../ports/embedder.js';
import type { Extraction, Extractor, LlmExtraction } from '../../ports/extractor.js';
import type { Ids } from '../../ports/ids.js';
import type { JobKey } from '../../ports/job-queue.js';
import { type Language, UnreadableText } from '../../ports/language.js';
import type { PairReader } from '../../ports/pair-reader.js';
import type { IngestRecord, Lease, Records } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import type { AgeingRules } from '../ageing/rules.js';
import type { FactReader } from '../facts/facts.js';
import type { Indexing } from '../indexing/index-memories.js';
import type { EmbedMemories } from '../indexing/memory-vectors.js';
import type { VocabularyKeeper } from '../indexing/vocabulary-keeper.js';
import { NotYet } from '../outbox/failures.js';
import type { OutboxTask } from '../outbox/outbox-worker.js';
import type { WakeUp } from '../outbox/wake-up.js';
import { readCandidates } from './candidates.js';
import { type Committed, createCommit, type OnStatements, spokenBefore } from './commit.js';
import { createExtract } from './extract.js';
import { copiesOf, type IngestProgress, type IngestWork, progressOf } from './ingest-work.js';
import { keepCandidates } from './keep-candidates.js';
import { readingOf } from './later-reading.js';
import { rememberPairs } from './pairs.js';
import { prepare } from './prepare.js';
import { sessionPlace } from './session.js';

export interface IngestTaskDependencies {
  records: Records;
  language: Language;
  extractor: Extractor;
  /** The language model that reads second; null when there is none. */
  llmExtraction: LlmExtraction | null;
  comparer: Embedder;
  embedMemories: EmbedMemories;
  index: Pick<VectorIndex, 'lists'>;
  /** The embedder whose vectors are in the index. */
  embedder: Embedder;
  /** Null when nothing reads two statements together. */
  pairReader: PairReader | null;
  facts: FactReader;
  ageing: AgeingRules;
  indexing: Indexing;
  clock: Clock;
  ids: Ids;
  concurrency: number;
  wakeUp: WakeUp;
  linksEntities: boolean;
  anyoneReplaces: boolean;
  vocabulary: Pick<VocabularyKeeper, 'of'>;
  /** Called when an ingest ends. */
  onStatements?: OnStatements;
  /** Throws when the tenant may hold no more. */
  checkRoom?(tenant: TenantId): Promise<void>;
}

/** Tries of one run. Memories that keep changing are left to a later run of the job. */
const ROUNDS = 8;
/** The pause before the next run, ms. */
const AGAIN = 500;

/** Candidates of one transaction. Few, so that other writers wait only briefly. */
const PART = 50;

/** Units of copied metadata that an ingest leaves before the quota is looked at again. */
const COPIES = 1024 * 1024;

const nameOf = ({ artifactId, traceId }: IngestRecord) =>
  artifactId ? `Artifact ${artifactId}` : `The text of ingest ${traceId}`;

/** A lost wake-up costs some seconds: the sweeper finds the job too. */
async function wakeUpNext(
  { tenant, ingest, order }: IngestWork,
  { records, wakeUp, llmExtraction }: Pick<IngestTaskDependencies, 'records' | 'wakeUp' | 'llmExtraction'>,
): Promise<void> {
  if (readingOf(llmExtraction, tenant, ingest)?.state === 'due')
    await wakeUp({ tenant, kind: 'model', ref: ingest.traceId });
  const session = sessionPlace(ingest, order);
  const ref = session && (await records.forTenant(tenant).ingests.waitingAfter(session));
  if (ref) await wakeUp({ tenant, kind: 'ingest', ref });
}

/** Decides about the extractions and stores the accepted ones. Answers the ids that have to be indexed. */
export function createSettle(dependencies: Omit<IngestTaskDependencies, 'concurrency'>) {
  const { records, language, linksEntities } = dependencies;
  const commit = createCommit(dependencies);

  const namedIn = async ({ tenant, order }: IngestWork, part: readonly Extraction[]) => {
    if (!linksEntities || !order.autoStore) return null;
    const texts = part.map(({ content, speaker }) => ({ content, speaker: speaker ?? null }));
    const named = await language.namedIn(tenant, texts);
    return new Map(part.map((extraction, place) => [extraction, named[place] ?? []]));
  };

  /** Prepares and commits again until the records stay unchanged in between. */
  const settlePart = async (
    work: IngestWork,
    progress: IngestProgress,
    part: readonly Extraction[],
    { job, lease }: { job: JobKey; lease: Lease },
  ): Promise<Committed | null> => {
    const { tenant, order, ingest, occurredAt } = work;
    const repositories = records.forTenant(tenant);
    const { ownerEntityId = null, actorId } = order;
    // The local reader's memories of the same text count for the model, which may repeat them.
    const artifactId = job.kind === 'model' ? null : ingest.artifactId;
    const origin = { tenant, ownerEntityId, actorId, artifactId };
    const candidates = await readCandidates(origin, part, { ...dependencies, repositories });
    const named = await namedIn(work, part);
    const reading = { ...dependencies, pairReader: rememberPairs(dependencies.pairReader) };
    const before = new Map(
      spokenBefore(work, progress).map(({ memoryId, extraction }) => [memoryId, extraction.start]),
    );
    const messageAt = (place: number) =>
      order.turns?.findIndex(({ start, end }) => start <= place && place < end) ?? null;
    const text = { occurredAt, carried: progress.carried, before, messageAt };
    for (let round = 0; round < ROUNDS; round += 1) {
      const prepared = await prepare(candidates, text, repositories.memories, reading);
      const committing = { candidates, prepared, progress, named, job, lease };
      const committed = await repositories.transaction((own) => commit(own, work, committing));
      if (committed !== 'moved') return committed;
    }
    throw new NotYet(
      'What is known beside the text kept changing while it was compared; the job is tried again.',
      AGAIN,
    );
  };

  /** Runs at least once, because the last part ends the ingest even if it is empty. */
  return async (work: IngestWork, job: JobKey, lease: Lease): Promise<string[]> => {
    const { order, extractions } = work;
    let progress = progressOf(work);
    const touched: string[] = [];
    do {
      const from = progress.outcomes.length;
      if (copiesOf(order, progress) > COPIES) await dependencies.checkRoom?.(work.tenant);
      const settled = await settlePart(work, progress, extractions.slice(from, from + PART), { job, lease });
      if (!settled) break;
      progress = settled.progress;
      touched.push(...settled.touched);
      if (settled.counted) dependencies.onStatements?.(order.source, settled.counted);
    } while (progress.outcomes.length < extractions.length);
    return touched;
  };
}

/** Each step continues from what the one before stored. */
export function createIngestTask(dependencies: IngestTaskDependencies): OutboxTask {
  const { records, indexing, clock, concurrency } = dependencies;
  const extract = createExtract(dependencies);
  const settle = createSettle(dependencies);

  return {
    concurrency,
    async run(job, lease) {
      const { tenant, ref } = job;
      const forTenant = records.forTenant(tenant);
      const ingest = await forTenant.ingests.get(ref);
      if (!ingest || ingest.state === 'done') return forTenant.outbox.done({ kind: 'ingest', ref }, lease);
      // The job is back on the work list, so it is to be tried again.
      if (ingest.state === 'failed') await forTenant.ingests.reopen([ref], clock.now());
      try {
        const work = await extract(tenant, ingest, keepCandidates(dependencies, job, lease));
        await indexing.syncNow(tenant, await settle(work, job, lease));
        await wakeUpNext(work, dependencies);
      } catch (error) {
        throw error instanceof UnreadableText
          ? new UnreadableText(`${nameOf(ingest)} cannot be read: ${error.message}`)
          : error;
      }
    },
    async abandon({ ref }, error, { ingests }) {
      await ingests.finish(ref, { state: 'failed', result: null, error, at: clock.now() });
    },
  };
}
