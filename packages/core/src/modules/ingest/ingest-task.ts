import type { JsonObject, TenantId } from '@hippocamp/shared/schemas/common';
import type { IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import type { Clock } from '../../ports/clock.js';
import type { Embedder } from '../../ports/embedder.js';
import type { Extraction, Extractor } from '../../ports/extractor.js';
import type { Ids } from '../../ports/ids.js';
import type { JobKey } from '../../ports/job-queue.js';
import type { IngestRecord, Lease, Records, TenantRepositories } from '../../ports/records.js';
import type { Facts } from '../facts/facts.js';
import type { Indexing } from '../indexing/index-memories.js';
import type { AgeingRules } from '../lifecycle/rules.js';
import type { OutboxTask } from '../outbox/outbox-worker.js';
import { type Decision, decide, isAccepted, toCandidate } from './decide.js';
import { doneAnswer, type IngestOrder } from './ingest-answer.js';
import { withPlainLines } from './normalise-input.js';
import { gather, type Proposed, propose } from './propose.js';
import { storeDecisions } from './store-decisions.js';

export interface IngestTaskDependencies {
  records: Records;
  extractor: Extractor;
  embedder: Embedder;
  facts: Facts;
  ageing: AgeingRules;
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
  proposed: Proposed;
  /** When the text was said. */
  occurredAt: Date;
}

/** Extract, classify, deduplicate, store, index, report. Each step continues from what the one before wrote down. */
export function createIngestTask(dependencies: IngestTaskDependencies): OutboxTask {
  const { records, extractor, embedder, facts, ageing, indexing, clock, ids, concurrency } = dependencies;

  const textOf = async (tenant: TenantId, ingest: IngestRecord): Promise<string> => {
    if (!ingest.artifactId) return ingest.content ?? '';
    const artifact = await records.forTenant(tenant).artifacts.get(ingest.artifactId);
    // Without its text it must not end as one in which nothing was found.
    if (!artifact) throw new Error('The raw text was removed before all of it was worked on; send it again.');
    return artifact.content;
  };

  const extract = async (tenant: TenantId, ingest: IngestRecord, order: IngestOrder, text: string) => {
    if (ingest.candidates) return ingest.candidates as unknown as Extraction[];
    const found = await extractor.extract({ text: withPlainLines(text), source: order.source });
    const extractions = found.map((one) => ({ ...one, sourceSpan: text.slice(one.start, one.end) }));
    const { ingests } = records.forTenant(tenant);
    await ingests.saveCandidates(ingest.traceId, extractions as unknown as JsonObject[], clock.now());
    return extractions;
  };

  const decideWith = async (repositories: TenantRepositories, work: Work): Promise<Decision[]> => {
    const { proposals, known } = await gather(work.proposed, repositories, facts);
    const { same } = embedder.calibration;
    return decide(proposals, known, {
      occurredAt: work.occurredAt,
      nextId: ids.next,
      likeness: embedder.likeness,
      same,
    });
  };

  const report = ({ ingest, order, text }: Work, decisions: readonly Decision[]): IngestAnswer => {
    const candidates = decisions.map((decision) => toCandidate(decision, order.autoStore));
    const accepted = candidates.filter((_candidate, position) => isAccepted(decisions[position] as Decision));
    const rejected = candidates.filter((candidate) => !accepted.includes(candidate));
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
    const { ingest, order, tenant, occurredAt } = work;
    await repositories.lockOwner(order.ownerEntityId ?? null);
    // A worker that slept through its lease finds that another one does the work.
    if (!(await repositories.outbox.holds({ kind: 'ingest', ref: job.ref }, lease))) return [];
    // Erased meanwhile: nothing of it may come back.
    if (!(await repositories.ingests.get(ingest.traceId))) {
      await repositories.outbox.done({ kind: 'ingest', ref: job.ref }, lease);
      return [];
    }
    const decisions = await decideWith(repositories, work);
    const now = clock.now();
    const storing = { tenant, ingest, extractorVersion: extractor.version, facts, ageing, ids, now, occurredAt };
    const touched = order.autoStore ? await storeDecisions(repositories, decisions, storing) : [];
    const result = report(work, decisions) as unknown as JsonObject;
    await repositories.ingests.finish(ingest.traceId, { state: 'done', result, error: null, at: now });
    await repositories.outbox.done({ kind: 'ingest', ref: job.ref }, lease);
    return touched;
  };

  const prepare = async (tenant: TenantId, ingest: IngestRecord): Promise<Work> => {
    const order = ingest.request as unknown as IngestOrder;
    const text = await textOf(tenant, ingest);
    const extractions = await extract(tenant, ingest, order, text);
    const origin = { tenant, ownerEntityId: order.ownerEntityId ?? null, actorId: order.actorId };
    const proposed = await propose(origin, extractions, { facts, embedder, repositories: records.forTenant(tenant) });
    const occurredAt = order.occurredAt ? new Date(order.occurredAt) : ingest.createdAt;
    return { tenant, ingest, order, text, proposed, occurredAt };
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
      const work = await prepare(tenant, ingest);
      const stored = await forTenant.transaction((repositories) => settle(repositories, work, job, lease));
      await indexing.syncNow(tenant, stored);
    },
    async abandon({ ref }, error, { ingests }) {
      await ingests.finish(ref, { state: 'failed', result: null, error, at: clock.now() });
    },
  };
}
