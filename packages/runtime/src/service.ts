import { randomBytes } from 'node:crypto';
import { type ArtifactService, createArtifactService } from '@hippocamp/core/modules/artifacts/artifact-service';
import { type ContextService, createContextService } from '@hippocamp/core/modules/context/context-service';
import { createForgetService, type ForgetService } from '@hippocamp/core/modules/forget/forget-service';
import { createEntityService, type EntityService } from '@hippocamp/core/modules/graph/entity-service';
import { createEventService, type EventService } from '@hippocamp/core/modules/graph/event-service';
import { createOwners, type Owners } from '@hippocamp/core/modules/graph/owners';
import { createRelationService, type RelationService } from '@hippocamp/core/modules/graph/relation-service';
import { createEmbedNewest, createEmbedNow } from '@hippocamp/core/modules/indexing/embed-task';
import { createIngestService, type IngestService } from '@hippocamp/core/modules/ingest/ingest-service';
import { createKeyCheck, type KeyCheck } from '@hippocamp/core/modules/keys/key-check';
import { createKeyService, type KeyService } from '@hippocamp/core/modules/keys/key-service';
import { createLifecycleService, type LifecycleService } from '@hippocamp/core/modules/lifecycle/lifecycle-service';
import type { Admission } from '@hippocamp/core/modules/limits/admission';
import type { TenantSettings } from '@hippocamp/core/modules/limits/tenant-settings';
import { createMemoryService, type MemoryService } from '@hippocamp/core/modules/memories/memory-service';
import { createMemorySets, type MemorySets } from '@hippocamp/core/modules/memories/memory-sets';
import { createScreen, type Screen } from '@hippocamp/core/modules/model/screen';
import { createErasureService, type ErasureService } from '@hippocamp/core/modules/redaction/erasure-service';
import { createQueryService, type QueryService } from '@hippocamp/core/modules/retrieval/query-service';
import { createRecall } from '@hippocamp/core/modules/retrieval/recall';
import { createReviewService, type ReviewService } from '@hippocamp/core/modules/reviews/review-service';
import { createTransferService, type TransferService } from '@hippocamp/core/modules/transfer/transfer-service';
import { type ConsistencyService, createConsistencyService } from '@hippocamp/core/modules/upkeep/consistency-service';
import { createDeadLetterService, type DeadLetterService } from '@hippocamp/core/modules/upkeep/dead-letter-service';
import { createValidateService, type ValidateService } from '@hippocamp/core/modules/validate/validate-service';
import { createSemaphore } from '@hippocamp/core/modules/waiting';
import type { EngineName } from '@hippocamp/core/ports/engine-health';
import type { Log } from '@hippocamp/core/ports/log';
import type { TenantRecords } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Ready } from '@hippocamp/shared/schemas/system';
import { changeBehind } from './change-embedder.js';
import { openComponents } from './components.js';
import { openLimits } from './limits-parts.js';
import type { Metrics } from './metrics.js';
import { readPepper } from './pepper.js';
import { createReadiness } from './readiness.js';
import type { Settings } from './settings.js';
import { version } from './version.js';
import { startWorkers } from './workers.js';

export interface Service {
  version: string;
  memories: MemoryService;
  memorySets: MemorySets;
  queries: QueryService;
  contexts: ContextService;
  validation: ValidateService;
  ingests: IngestService;
  artifacts: ArtifactService;
  reviews: ReviewService;
  forgetting: ForgetService;
  consistency: ConsistencyService;
  deadLetters: DeadLetterService;
  entities: EntityService;
  owners: Owners;
  events: EventService;
  relations: RelationService;
  lifecycle: LifecycleService;
  erasure: ErasureService;
  transfer: TransferService;
  keys: KeyService;
  keyCheck: KeyCheck;
  recordsOf(tenant: TenantId): TenantRecords;
  admission: Admission;
  tenantSettings: TenantSettings;
  screen: Screen;
  metrics: Metrics;
  log: Log;
  /** False while an engine is known to be lost. */
  isUp(engine: EngineName): boolean;
  about: Record<string, string>;
  readiness(): Promise<Ready>;
  /** See `Readiness.checkBriefly`. */
  briefReadiness(): Promise<Ready>;
  /** Readiness fails from now on, and requests that wait for a job are told where to ask for it. */
  retire(): void;
  close(): Promise<void>;
}

/** Tenants whose questions an embedded process ranks at once. */
const RANKED_AT_ONCE = 2;

/** The composition root of a gateway; in embedded mode it runs the workers too. */
export async function createService(settings: Settings): Promise<Service> {
  const { policies } = settings;
  const components = await openComponents(settings);
  const { mode, records, queue, reconciler, metrics, clock, log, about } = components;
  const pepper = await readPepper(settings, records).catch(async (error: unknown) => {
    await components.close();
    throw error;
  });
  const keyCheck = createKeyCheck({ keys: records.keys, pepper, clock, log });
  // No other process uses the folder, so every lease is left over from a dead one.
  if (mode === 'embedded') await records.outbox.releaseAll();
  const stopWorkers =
    mode === 'embedded' ? startWorkers(components, settings) : () => queue.close(settings.stopTimeout);
  const stopChanging = mode === 'embedded' ? changeBehind(components) : async () => undefined;
  const { admission, close: closeLimits } = await openLimits(settings, components);
  const readiness = createReadiness(components);
  const leaving = new AbortController();
  const embedNow = createEmbedNow(components);
  const embedNewest = mode === 'embedded' ? undefined : createEmbedNewest({ ...policies, ...components, embedNow });
  const isItsOwnEngine = settings.engines.mode === 'embedded' && !settings.engines.qdrant;
  const semaphore = isItsOwnEngine ? createSemaphore(RANKED_AT_ONCE) : undefined;
  const recall = createRecall({ ...components, policies, embedNewest, semaphore, onQuery: metrics.query });
  const screen = createScreen(components);
  const owners = createOwners(components);
  return {
    version,
    admission,
    tenantSettings: components.tenantSettings,
    screen,
    keys: createKeyService({ records, pepper, clock, random: randomBytes, owners, check: keyCheck }),
    keyCheck,
    recordsOf: (tenant) => records.forTenant(tenant),
    memories: createMemoryService(components),
    memorySets: createMemorySets({ ...components, owners }),
    queries: createQueryService({
      recall,
      policies,
      clock,
      showTimes: settings.onLoopback && settings.auth.mode === 'off',
    }),
    contexts: createContextService({ ...components, recall, screen, policies }),
    validation: createValidateService({ ...components, recall, policies }),
    ingests: createIngestService({
      ...components,
      wait: policies.ingestWait,
      leaving: leaving.signal,
      redactsSecrets: settings.redactsSecrets,
    }),
    artifacts: createArtifactService(components),
    reviews: createReviewService({ ...settings, ...components }),
    forgetting: createForgetService({ ...components, recall }),
    consistency: createConsistencyService({ reconciler }),
    deadLetters: createDeadLetterService(components),
    entities: createEntityService(components),
    owners,
    events: createEventService(components),
    relations: createRelationService(components),
    lifecycle: createLifecycleService({ ...components, policies, leaving: leaving.signal }),
    erasure: createErasureService(components),
    transfer: createTransferService({ ...components, policies }),
    metrics,
    isUp: (engine) => components.watches[engine].isUp(),
    log,
    about,
    readiness: readiness.check,
    briefReadiness: readiness.checkBriefly,
    retire() {
      readiness.retire();
      leaving.abort();
    },
    async close() {
      try {
        await closeLimits();
        await stopChanging();
        await stopWorkers();
      } finally {
        await components.close();
      }
    },
  };
}
