import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { Embedder } from '../../ports/embedder.js';
import type { Extraction, Extractor } from '../../ports/extractor.js';
import type { Ids } from '../../ports/ids.js';
import type { JobKey } from '../../ports/job-queue.js';
import { type Language, UnreadableText } from '../../ports/language.js';
import type { PairReader } from '../../ports/pair-reader.js';
import type { IngestRecord, Lease, Records } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import type { EmbedMemories } from '../embedding/memory-embedder.js';
import type { Facts } from '../facts/facts.js';
import type { Indexing } from '../indexing/index-memories.js';
import type { VocabularyKeeper } from '../indexing/vocabulary-keeper.js';
import type { AgeingRules } from '../lifecycle/rules.js';
import type { Bell } from '../outbox/bell.js';
import type { OutboxTask } from '../outbox/outbox-worker.js';
import { compareAhead } from './compare-ahead.js';
import { createComparisons } from './comparisons.js';
import { withoutGone } from './earlier-words.js';
import type { IngestOrder } from './ingest-answer.js';
import { asJson, type IngestWork, progressOf } from './ingest-work.js';
import { propose } from './propose.js';
import { createReading } from './read-once.js';
import { inRounds } from './rounds.js';
import { sessionPlace } from './session-window.js';
import { createSettlePart } from './settle-part.js';
import type { OnStatements } from './statement-counts.js';

export interface IngestTaskDependencies {
  records: Records;
  language: Language;
  /** Who says what a text tells that is worth keeping. */
  extractor: Extractor;
  /** By whose vectors texts are compared with each other. */
  comparer: Embedder;
  embedMemories: EmbedMemories;
  index: Pick<VectorIndex, 'lists'>;
  /** By whose vectors the index finds. */
  embedder: Embedder;
  /** Reads two statements together; null where nobody does. */
  pairReader: PairReader | null;
  facts: Facts;
  ageing: AgeingRules;
  indexing: Indexing;
  clock: Clock;
  ids: Ids;
  concurrency: number;
  /** Rings for the next of a session. */
  bell: Bell;
  /** Whether memories are linked to the entities that they name. */
  linksEntities: boolean;
  /** Whether anybody's word replaces a fact; otherwise its own speaker's and the owner's. */
  anyoneReplaces: boolean;
  vocabulary: Pick<VocabularyKeeper, 'of'>;
  /** Told once an ingest has ended, of all its statements. */
  onStatements?: OnStatements;
}

/** Candidates of one transaction: few enough that others who write wait briefly, however long the text is. */
const PART = 50;

const nameOf = ({ artifactId, traceId }: IngestRecord) =>
  artifactId ? `Artifact ${artifactId}` : `The text of ingest ${traceId}`;

/** Whose turn it is in the session now; a bell that is lost costs some seconds. */
async function ringNext(
  { tenant, ingest, order }: IngestWork,
  { records, bell }: Pick<IngestTaskDependencies, 'records' | 'bell'>,
): Promise<void> {
  const session = sessionPlace(ingest, order);
  const ref = session && (await records.forTenant(tenant).ingests.waitingAfter(session));
  if (ref) await bell({ tenant, kind: 'ingest', ref });
}

/** Segment, judge, date, deduplicate, store, index, report. Each step continues from what the one before wrote down. */
export function createIngestTask(dependencies: IngestTaskDependencies): OutboxTask {
  const { records, language, facts, indexing, clock, concurrency, linksEntities } = dependencies;
  const readOnce = createReading(dependencies);
  const settlePart = createSettlePart(dependencies);

  const textOf = async (tenant: TenantId, ingest: IngestRecord): Promise<string> => {
    if (!ingest.artifactId) return ingest.content ?? '';
    const artifact = await records.forTenant(tenant).artifacts.get(ingest.artifactId);
    // Without its text it must not end as one in which nothing was found.
    if (!artifact) throw new Error('The raw text was removed before all of it was worked on; send it again.');
    return artifact.content;
  };

  const prepare = async (tenant: TenantId, ingest: IngestRecord): Promise<IngestWork> => {
    const order = ingest.request as unknown as IngestOrder;
    const text = await textOf(tenant, ingest);
    const { extractions: found, read } = await readOnce(tenant, { ingest, order, text });
    const own = records.forTenant(tenant);
    const left = await withoutGone(own, found, read.before ?? []);
    if (left) await own.ingests.saveCandidates(ingest.traceId, left.map(asJson), clock.now());
    const extractions = left ?? found;
    const occurredAt = order.occurredAt ? new Date(order.occurredAt) : ingest.createdAt;
    return { tenant, ingest, order, text, read, extractions, occurredAt };
  };

  const namedIn = async ({ tenant, order }: IngestWork, part: readonly Extraction[]) => {
    if (!linksEntities || !order.autoStore) return null;
    const texts = part.map(({ content, speaker }) => ({ content, speaker: speaker ?? null }));
    const named = await language.namedIn(tenant, texts);
    return new Map(part.map((extraction, place) => [extraction, named[place] ?? []]));
  };

  /** Part after part, at least one: the last ends the ingest. */
  const settle = async (work: IngestWork, job: JobKey, lease: Lease): Promise<string[]> => {
    const { tenant, order, extractions } = work;
    const repositories = records.forTenant(tenant);
    const { artifactId } = work.ingest;
    const origin = { tenant, ownerEntityId: order.ownerEntityId ?? null, actorId: order.actorId, artifactId };
    const read = (memories: Parameters<Facts['ofMemories']>[1]) => facts.ofMemories(tenant, memories);
    let progress = progressOf(work);
    const touched: string[] = [];
    do {
      const from = progress.outcomes.length;
      const part = extractions.slice(from, from + PART);
      const proposed = await propose(origin, part, { ...dependencies, repositories });
      const named = await namedIn(work, part);
      const settling = { proposed, progress, comparisons: createComparisons(), named, job, lease };
      const settled = await inRounds(async (isFirst) => {
        // Who shares the rarest words has just been looked up; once more under the lock, and where somebody came between.
        const seen = isFirst ? { ...proposed, rare: [] } : proposed;
        const about = { ...settling, proposed: seen, occurredAt: work.occurredAt };
        await compareAhead(settling.comparisons, about, repositories, dependencies);
        return repositories.transaction((own) => settlePart(own, work, settling));
      }, read);
      if (!settled) break;
      progress = settled.progress;
      touched.push(...settled.touched);
      if (settled.counted) dependencies.onStatements?.(order.source, settled.counted);
    } while (progress.outcomes.length < extractions.length);
    return touched;
  };

  return {
    concurrency,
    async run(job, lease) {
      const { tenant, ref } = job;
      const forTenant = records.forTenant(tenant);
      const ingest = await forTenant.ingests.get(ref);
      if (!ingest || ingest.state === 'done') return forTenant.outbox.done({ kind: 'ingest', ref }, lease);
      // Its key is on the work list, so it is to be tried again.
      if (ingest.state === 'failed') await forTenant.ingests.reopen([ref], clock.now());
      try {
        const work = await prepare(tenant, ingest);
        await indexing.syncNow(tenant, await settle(work, job, lease));
        await ringNext(work, dependencies);
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
