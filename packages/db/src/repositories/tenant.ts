import type { Origin, TenantRepositories } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { createArtifactRepository } from './artifacts.js';
import type { Database } from './database.js';
import { type EmbeddedVacuum, notingGraphWrites, notingWrites } from './embedded-vacuum.js';
import { createEntityRepository } from './entities.js';
import { createErasureRepository } from './erasure.js';
import { createEventRepository } from './events.js';
import { createHistoryRepository } from './history.js';
import { createIdempotencyRepository } from './idempotency.js';
import { createIngestRepository } from './ingests.js';
import { createLifecycleRepository } from './lifecycle.js';
import { createMemoryRepository } from './memories.js';
import { createModelCallRepository } from './model-calls.js';
import { createOutboxRepository } from './outbox.js';
import { createRelationRepository } from './relations.js';
import { createReviewRepository } from './reviews.js';
import { createStatementCountRepository } from './statement-counts.js';
import { createTransferRepository } from './transfer.js';
import { createVectorRepository } from './vectors.js';
import { createVocabularyRepository } from './vocabulary.js';

export function createTenantRepositories(
  database: Database,
  tenant: TenantId,
  vacuum: EmbeddedVacuum | null,
  origin?: Origin,
): TenantRepositories {
  const memories = createMemoryRepository(database, tenant, origin);
  const graph = {
    entities: createEntityRepository(database, tenant),
    events: createEventRepository(database, tenant),
    relations: createRelationRepository(database, tenant),
  };
  return {
    memories: vacuum ? notingWrites(memories, vacuum) : memories,
    history: createHistoryRepository(database, tenant),
    artifacts: createArtifactRepository(database, tenant),
    ingests: createIngestRepository(database, tenant, origin),
    ...(vacuum ? notingGraphWrites(graph, vacuum) : graph),
    reviews: createReviewRepository(database, tenant),
    erasure: createErasureRepository(database, tenant),
    transfer: createTransferRepository(database, tenant),
    lifecycle: createLifecycleRepository(database, tenant),
    outbox: createOutboxRepository(database, tenant, origin),
    idempotency: createIdempotencyRepository(database, tenant),
    vectors: createVectorRepository(database, tenant),
    statementCounts: createStatementCountRepository(database, tenant),
    modelCalls: createModelCallRepository(database, tenant),
    vocabulary: createVocabularyRepository(database, tenant),
    async lockOwner(ownerEntityId) {
      const name = `${tenant}/${ownerEntityId ?? ''}`;
      await database.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
    },
  };
}
