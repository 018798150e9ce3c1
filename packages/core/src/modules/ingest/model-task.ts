import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ModelReading } from '@hippocamp/shared/schemas/ingest';
import type { Clock } from '../../ports/clock.js';
import type { Extractor, LlmExtraction } from '../../ports/extractor.js';
import type { JobKey } from '../../ports/job-queue.js';
import type { IngestRecord, Lease } from '../../ports/records.js';
import { NotYet } from '../outbox/failures.js';
import type { OutboxTask } from '../outbox/outbox-worker.js';
import { createExtract } from './extract.js';
import { createSettle, type IngestTaskDependencies } from './ingest-task.js';
import { isAccepted, outcomesOf } from './ingest-work.js';
import { keepCandidates } from './keep-candidates.js';
import { TextChanged } from './later-reading.js';

/** ms. The rest doubles with each failure in a row. */
const [FIRST_REST, LONGEST_REST] = [500, 300_000];

function createRest(clock: Clock) {
  const resting = new Map<TenantId, { failures: number; until: number }>();
  return {
    check(tenant: TenantId) {
      const left = (resting.get(tenant)?.until ?? 0) - clock.now().getTime();
      if (left > 0) throw new NotYet('The language model did not answer a moment ago.', left);
    },
    answered: (tenant: TenantId) => resting.delete(tenant),
    failed(tenant: TenantId): Error {
      const { failures } = resting.get(tenant) ?? { failures: 0 };
      const until = clock.now().getTime() + Math.min(LONGEST_REST, FIRST_REST * 2 ** failures);
      resting.set(tenant, { failures: failures + 1, until });
      return new Error('The language model does not answer; the local reading stands until it does.');
    },
  };
}

/** Undefined when no model reads it, or not before the local reader is done. */
const awaited = ({ state, request: { model } }: IngestRecord): ModelReading | undefined =>
  state === 'done' && (model?.state === 'due' || model?.state === 'failed') ? model : undefined;

/** Reads texts by a language model after they were answered. What it adds is compared with what is known by then. */
export function createModelTask(dependencies: Omit<IngestTaskDependencies, 'concurrency'>): OutboxTask {
  const { records, llmExtraction, indexing, clock } = dependencies;
  const settle = createSettle(dependencies);
  const rest = createRest(clock);

  const noticing = ({ extractor }: LlmExtraction): Extractor => ({
    async extract(tenant, text, known) {
      const found = await extractor.extract(tenant, text, known);
      if (found.warnings.some(({ code }) => code === 'llm_unavailable')) throw rest.failed(tenant);
      rest.answered(tenant);
      return found;
    },
  });

  const read = async (tenant: TenantId, ingest: IngestRecord, extractor: Extractor, job: JobKey, lease: Lease) => {
    const extract = createExtract({ ...dependencies, extractor, later: true });
    const again = { ...ingest, request: { ...ingest.request, again: true } };
    const work = await extract(tenant, again, keepCandidates(dependencies, job, lease));
    await indexing.syncNow(tenant, await settle(work, job, lease));
  };

  /** Null when no model may read it, or the text is gone. */
  const extractorFor = async (tenant: TenantId, { artifactId }: IngestRecord): Promise<Extractor | null> => {
    if (!llmExtraction?.maySend(tenant) || artifactId === null) return null;
    return (await records.forTenant(tenant).artifacts.get(artifactId)) && noticing(llmExtraction);
  };

  /** The memories added by all tries. They are counted before the outcomes are dropped. */
  const addedBy = ({ outcomes, request: { read, model } }: IngestRecord): number =>
    (model?.added ?? 0) + (read?.later ? outcomesOf({ outcomes }).filter(isAccepted).length : 0);

  return {
    concurrency: llmExtraction?.concurrency ?? 1,
    async run(job, lease) {
      const { tenant, kind, ref } = job;
      const { ingests, outbox } = records.forTenant(tenant);
      // Asked before the text is read: each waiting job comes back after each pause.
      if (llmExtraction?.maySend(tenant)) rest.check(tenant);
      const ingest = await ingests.get(ref);
      const model = ingest && awaited(ingest);
      if (!model) return outbox.done({ kind, ref }, lease);
      const tell = async (state: ModelReading['state']) => {
        const added = addedBy((await ingests.get(ref)) ?? ingest);
        await ingests.setModelReading(ref, { ...model, added, state }, clock.now());
      };
      const extractor = await extractorFor(tenant, ingest);
      if (!extractor) {
        await tell('off');
        return outbox.done({ kind, ref }, lease);
      }
      // The job is back on the work list, so it is to be tried again.
      if (model.state === 'failed') await tell('due');
      try {
        await read(tenant, ingest, extractor, job, lease);
      } catch (error) {
        if (error instanceof TextChanged) await tell('due');
        throw error;
      }
    },
    async abandon({ ref }, _error, { ingests }) {
      const ingest = await ingests.get(ref);
      await ingests.setModelReading(ref, { state: 'failed', added: ingest ? addedBy(ingest) : 0 }, clock.now());
    },
  };
}
