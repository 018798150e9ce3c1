import { lazily } from '@hippocamp/core/modules/lazily';
import type { Origin, TenantRepositories } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { createArtifactRepository } from './artifacts.js';
import type { Database } from './database.js';
import { type EmbeddedVacuum, type Noting, notingInserts, notingMemories, notingRelations } from './embedded-vacuum.js';
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
  const noted = <Repository>(repository: Repository, noting: Noting<Repository>): Repository =>
    vacuum ? noting(repository, vacuum) : repository;
  return lazily<TenantRepositories>({
    memories: () => noted(createMemoryRepository(database, tenant, origin), notingMemories),
    history: () => createHistoryRepository(database, tenant),
    artifacts: () => createArtifactRepository(database, tenant),
    ingests: () => createIngestRepository(database, tenant, origin),
    entities: () => noted(createEntityRepository(database, tenant), notingInserts),
    events: () => noted(createEventRepository(database, tenant), notingInserts),
    relations: () => noted(createRelationRepository(database, tenant), notingRelations),
    reviews: () => createReviewRepository(database, tenant),
    erasure: () => createErasureRepository(database, tenant),
    transfer: () => createTransferRepository(database, tenant),
    lifecycle: () => createLifecycleRepository(database, tenant),
    outbox: () => createOutboxRepository(database, tenant, origin),
    idempotency: () => createIdempotencyRepository(database, tenant),
    vectors: () => createVectorRepository(database, tenant),
    statementCounts: () => createStatementCountRepository(database, tenant),
    modelCalls: () => createModelCallRepository(database, tenant),
    vocabulary: () => createVocabularyRepository(database, tenant),
    lockOwner: () => async (ownerEntityId) => {
      const name = `${tenant}/${ownerEntityId ?? ''}`;
      await database.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
    },
  });
}
