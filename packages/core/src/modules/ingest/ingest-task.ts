import type { JsonObject, TenantId } from '@hippocamp/shared/schemas/common';
import type { IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import type { Clock } from '../../ports/clock.js';
import type { Extraction, Extractor } from '../../ports/extractor.js';
import type { Ids } from '../../ports/ids.js';
import type { JobKey } from '../../ports/job-queue.js';
import type { IngestRecord, Lease, Records, TenantRepositories } from '../../ports/records.js';
import type { Indexing } from '../indexing/index-memories.js';
import { contentHash } from '../memories/normalise.js';
import { storeMemories } from '../memories/store-memories.js';
import type { OutboxTask } from '../outbox/outbox-worker.js';
import { candidateMemory } from './candidate-memory.js';
import { type Decision, decide, toCandidate } from './deduplicate.js';
import { doneAnswer, type IngestOrder } from './ingest-answer.js';
import { withPlainLines } from './normalise-input.js';

export interface IngestTaskDependencies {
  records: Records;
  extractor: Extractor;
  indexing: Indexing;
  clock: Clock;
  ids: Ids;
  concurrency: number;
}

interface Work {
  tenant: TenantId;
  ingest: IngestRecord;
  order: IngestOrder;
  text: string;
  extractions: Extraction[];
}

/** Extract, classify, deduplicate, store, index, report. Each step continues from what the one before wrote down. */
export function createIngestTask(dependencies: IngestTaskDependencies): OutboxTask {
  const { records, extractor, indexing, clock, ids, concurrency } = dependencies;

  const textOf = async (tenant: TenantId, ingest: IngestRecord): Promise<string> => {
    if (!ingest.artifactId) return ingest.content ?? '';
    const artifact = await records.forTenant(tenant).artifacts.get(ingest.artifactId);
    return artifact?.content ?? '';
  };

  const extract = async (tenant: TenantId, ingest: IngestRecord, order: IngestOrder, text: string) => {
    if (ingest.candidates) return ingest.candidates as unknown as Extraction[];
    const found = await extractor.extract({ text: withPlainLines(text), source: order.source });
    const extractions = found.map((one) => ({ ...one, sourceSpan: text.slice(one.start, one.end) }));
    const { ingests } = records.forTenant(tenant);
    await ingests.saveCandidates(ingest.traceId, extractions as unknown as JsonObject[], clock.now());
    return extractions;
  };

  const decideWith = async (repositories: TenantRepositories, { order, extractions }: Work): Promise<Decision[]> => {
    const hashes = extractions.map(({ content }) => contentHash(content));
    const known = await repositories.memories.withHashes(order.ownerEntityId ?? null, hashes);
    // The oldest of several repeats is the one that is named.
    const byHash = new Map(known.toReversed().map((row) => [row.contentHash, row.id]));
    return decide(extractions, byHash, ids.next);
  };

  const report = ({ ingest, order, text }: Work, decisions: readonly Decision[]): IngestAnswer => {
    const candidates = decisions.map((decision) => toCandidate(decision, order.autoStore));
    const accepted = candidates.filter(({ dedupStatus }) => dedupStatus === 'new');
    const rejected = candidates.filter(({ dedupStatus }) => dedupStatus !== 'new');
    const warnings = [...order.warnings];
    if (candidates.length === 0 && warnings.every(({ code }) => code !== 'blank')) {
      warnings.push({ code: 'nothing_found', message: 'No sentence of the text says something worth keeping.' });
    }
    const debug = order.debug
      ? {
          normalizedInput: withPlainLines(text),
          extractorVersion: extractor.version,
          promptVersion: extractor.promptVersion,
          durationMs: clock.now().getTime() - ingest.createdAt.getTime(),
        }
      : undefined;
    return doneAnswer(ingest.traceId, { accepted, rejected }, warnings, debug);
  };

  const settle = async (repositories: TenantRepositories, work: Work, job: JobKey, lease: Lease): Promise<string[]> => {
    const { ingest, order, tenant } = work;
    if (order.autoStore) await repositories.lockOwner(order.ownerEntityId ?? null);
    const decisions = await decideWith(repositories, work);
    const now = clock.now();
    const accepted = decisions.filter(({ status }) => status === 'new');
    if (order.autoStore) {
      const origin = { tenant, ingest, extractorVersion: extractor.version, now };
      const memories = accepted.map((decision) => candidateMemory(decision, accepted, origin));
      await storeMemories(repositories, memories, now);
    }
    const result = report(work, decisions) as unknown as JsonObject;
    await repositories.ingests.finish(ingest.traceId, { state: 'done', result, error: null, at: now });
    await repositories.outbox.done({ kind: 'ingest', ref: job.ref }, lease);
    return order.autoStore ? accepted.map(({ memoryId }) => memoryId) : [];
  };

  return {
    concurrency,
    async run(job, lease) {
      const { tenant, ref } = job;
      const forTenant = records.forTenant(tenant);
      const ingest = await forTenant.ingests.get(ref);
      if (ingest?.state !== 'processing') return forTenant.outbox.done({ kind: 'ingest', ref }, lease);
      const order = ingest.request as unknown as IngestOrder;
      const text = await textOf(tenant, ingest);
      const extractions = await extract(tenant, ingest, order, text);
      const work: Work = { tenant, ingest, order, text, extractions };
      const stored = await forTenant.transaction((repositories) => settle(repositories, work, job, lease));
      await indexing.syncNow(tenant, stored);
    },
    async abandon({ tenant, ref }, error) {
      const { ingests } = records.forTenant(tenant);
      await ingests.finish(ref, { state: 'failed', result: null, error, at: clock.now() });
    },
  };
}
