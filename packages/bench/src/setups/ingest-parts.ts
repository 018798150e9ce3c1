import type { Caller } from '@hippocamp/core/modules/caller';
import { createIngestService } from '@hippocamp/core/modules/ingest/ingest-service';
import { createIngestTask } from '@hippocamp/core/modules/ingest/ingest-task';
import { newMemory, storeMemories } from '@hippocamp/core/modules/memory-store/new-memory';
import { type OutboxTask, startOutboxWorkers } from '@hippocamp/core/modules/outbox/outbox-worker';
import type { Extraction } from '@hippocamp/core/ports/extractor';
import type { JobKey } from '@hippocamp/core/ports/job-queue';
import type { KeptReading } from '@hippocamp/core/ports/records';
import { type Components, openComponents } from '@hippocamp/runtime/components';
import type { Settings } from '@hippocamp/runtime/settings';
import type { TenantId } from '@hippocamp/shared/schemas/common';

export interface IngestParts {
  whole(text: string): Promise<void>;
  parts: Record<string, (text: string) => Promise<void>>;
  close(): Promise<void>;
}

const callerOf = (tenant: string): Caller => ({ tenant: tenant as TenantId, scopes: new Set(), requestId: 'bench' });

const requestOf = (content: string) => ({
  content,
  source: 'chat' as const,
  autoStore: true,
  debug: false,
  metadata: {},
});

/** Any job costs at least this: a lease, and removing the row. */
const emptyTask = ({ records }: Components): OutboxTask => ({
  concurrency: 1,
  run: ({ tenant, kind, ref }, lease) => records.forTenant(tenant).outbox.done({ kind, ref }, lease),
});

const emptyJob = async ({ records, queue, clock, ids }: Components) => {
  const job: JobKey = { tenant: 'bench-empty' as TenantId, kind: 'index', ref: ids.next() };
  const now = clock.now();
  await records.forTenant(job.tenant).outbox.enqueue([{ kind: job.kind, ref: job.ref }], now, now);
  const done = queue.finished(job, 10_000);
  await queue.enqueue(job);
  await done;
};

/** No sweeper runs. */
export async function openIngestParts(settings: Settings): Promise<IngestParts> {
  const components = await openComponents(settings);
  const { records, comparer, extractor, facts, ageing, indexing, clock, ids } = components;
  const { policies } = settings;
  const ingests = createIngestService({
    ...components,
    wait: policies.ingestWait,
    redactsSecrets: settings.redactsSecrets,
  });
  startOutboxWorkers({
    ...components,
    lease: policies.lease,
    leastAttempts: policies.leastAttempts,
    retryTime: policies.retryTime,
    tasks: {
      ingest: createIngestTask({ ...settings, ...components, concurrency: 1 }),
      index: emptyTask(components),
      vocabulary: emptyTask(components),
    },
  });
  const tenant = 'bench-parts' as TenantId;
  const forTenant = records.forTenant(tenant);
  const { content: _text, ...order } = requestOf('');
  let extracted: Extraction[] = [];
  let readings: KeptReading[] = [];
  let stored: string[] = [];
  return {
    async whole(text) {
      await ingests.ingest(callerOf('bench-whole'), requestOf(text), { respondAsync: false });
    },
    parts: {
      'accept commit': async (text) => {
        await forTenant.transaction(async (repositories) => {
          const id = ids.next();
          const now = clock.now();
          const artifact = {
            id,
            content: text,
            source: 'chat',
            ownerEntityId: null,
            metadata: {},
            ingestTraceId: null,
          };
          await repositories.artifacts.insert({ ...artifact, createdAt: now, instructs: null });
          await repositories.ingests.insert({
            traceId: id,
            state: 'processing',
            request: { ...order, warnings: [] },
            artifactId: id,
            content: null,
            candidates: null,
            outcomes: null,
            result: null,
            error: null,
            createdAt: now,
            finishedAt: null,
          });
          await repositories.outbox.enqueue([{ kind: 'vocabulary', ref: id }], now, now);
        });
      },
      'empty job round trip': () => emptyJob(components),
      extraction: async (text) => {
        ({ extractions: extracted } = await extractor.extract(tenant, { text, source: 'chat' }, async () => []));
      },
      'reading facts': async () => {
        readings = await facts.readToKeep(
          tenant,
          extracted.map(({ content }) => content),
        );
      },
      embedding: async () => {
        await comparer.embed(
          extracted.map(({ content }) => content),
          'memory',
        );
      },
      'store commit': async () => {
        const now = clock.now();
        const rows = extracted.flatMap(({ content, memoryType }, place) => {
          const reading = readings[place];
          const memory = { tier: memoryType, content, importanceScore: 0.5, metadata: {}, tags: [] };
          return reading ? [newMemory(ids.next(), memory, reading, { tenant, ageing, now })] : [];
        });
        await forTenant.transaction((repositories) => storeMemories(repositories, rows, now));
        stored = rows.map(({ id }) => id);
      },
      index: () => indexing.sync(tenant, stored),
    },
    async close() {
      await components.queue.close(settings.stopTimeout);
      await components.close();
    },
  };
}
