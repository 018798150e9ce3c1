import { around, lazily, type Method } from '@hippocamp/core/modules/lazily';
import { type Semaphore, unlimited } from '@hippocamp/core/modules/waiting';
import type { Log } from '@hippocamp/core/ports/log';
import type { Origin, Records, TenantRecords, TenantRepositories } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { asNobody, asTenant } from './engine/tenant-scope.js';
import { tenantWallStands } from './engine/tenant-wall.js';
import { PrismaClient } from './generated/client.js';
import { createArtifactRepository } from './repositories/artifacts.js';
import { againAfterConflicts, explained, undone, withExplainedErrors } from './repositories/availability.js';
import type { Database } from './repositories/database.js';
import {
  createEmbeddedVacuum,
  type EmbeddedVacuum,
  type Noting,
  notingErasure,
  notingInserts,
  notingLifecycle,
  notingMemories,
  notingRelations,
} from './repositories/embedded-vacuum.js';
import { createEntityRepository } from './repositories/entities.js';
import { createErasureRepository } from './repositories/erasure.js';
import { createEventRepository } from './repositories/events.js';
import { createIdempotencyRepository } from './repositories/idempotency.js';
import { createIngestRepository } from './repositories/ingests.js';
import { createKeyRegister } from './repositories/keys.js';
import { createLifecycleRepository } from './repositories/lifecycle.js';
import { createMemoryRepository } from './repositories/memories.js';
import { createEmbedderRegister, createVectorRepository } from './repositories/memory-indexing.js';
import { createHistoryRepository } from './repositories/memory-writes.js';
import { createNamedLocks } from './repositories/named-locks.js';
import { createOutboxRepository } from './repositories/outbox.js';
import { createRelationRepository } from './repositories/relations.js';
import { createReviewRepository } from './repositories/reviews.js';
import {
  createModelCallRepository,
  createStatementCountRepository,
  createTenantRegister,
  createVocabularyRepository,
} from './repositories/tenant-figures.js';
import { behindWall } from './repositories/tenant-wall.js';
import { createTransferRepository } from './repositories/transfer.js';
import { createUpkeep } from './repositories/upkeep.js';
import { createWorkList } from './repositories/work-list.js';
import { namesOnOneConnection } from './statement-names.js';

/** ms. The embedded engine runs transactions one after the other. */
const PATIENCE = { maxWait: 30_000, timeout: 30_000 };

const NO_WALL =
  'the database does not keep tenants apart by itself: its user may not make the role hippocamp_tenant, or does not own the tables. Every statement still names its tenant. docs/production.md says how to allow it';

type RepositoriesOf = (database: Database, tenant: TenantId, origin?: Origin) => TenantRepositories;

function createTenantRepositories(
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
    erasure: () => noted(createErasureRepository(database, tenant), notingErasure),
    transfer: () => createTransferRepository(database, tenant),
    lifecycle: () => noted(createLifecycleRepository(database, tenant), notingLifecycle),
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
    lockOwners: () => async (ownerEntityIds) => {
      const names = ownerEntityIds.map((owner) => `${tenant}/${owner}`);
      await database.$executeRaw`
        select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`;
    },
  });
}

/** An error of the work passes unchanged, even when the rollback fails after it. */
async function inTransaction<Result>(
  client: PrismaClient,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  let failure: { error: unknown } | undefined;
  const run = async (database: Database) => {
    try {
      return await asNobody(() => work(database));
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  try {
    return await client.$transaction(run, PATIENCE);
  } catch (error) {
    throw failure ? undone(failure.error) : explained(error);
  }
}

interface RecordsParts {
  client: PrismaClient;
  semaphore: Semaphore;
  isWalled: boolean;
  repositoriesOf: RepositoriesOf;
}

function tenantRecords(
  { client, semaphore, isWalled, repositoriesOf }: RecordsParts,
  tenant: TenantId,
  origin: Origin | undefined,
): TenantRecords {
  // Checked despite the types: a condition without its tenant would match all of them.
  if (!tenant) throw new TypeError('Records belong to a tenant with a name.');
  // Its connection is borrowed for the tenant.
  const begin = <Result>(work: () => Promise<Result>) => (isWalled ? asTenant(tenant, work) : work());
  const transaction: TenantRecords['transaction'] = (work) =>
    againAfterConflicts(() =>
      begin(() => inTransaction(client, (database) => work(repositoriesOf(database, tenant, origin)))),
    );
  const inTurn =
    (method: Method): Method =>
    (...parameters) =>
      semaphore.take(tenant, () => againAfterConflicts(() => method(...parameters)));
  const repositories = repositoriesOf(client, tenant, origin) as TenantRecords;
  return around(repositories, inTurn, {
    transaction: (work) => semaphore.take(tenant, () => transaction(work)),
  });
}

export interface RecordsSettings {
  /** Its sessions must be in UTC. */
  pool: Pool;
  /** `pglite` is vacuumed from here. */
  kind: string;
  log: Log;
  /** Rejects where the engine does not answer or accepts no writes. */
  ping?: () => Promise<unknown>;
  semaphore?: Semaphore;
}

/** `close` leaves the pool open. */
export async function createRecords({
  pool,
  kind,
  log,
  ping = () => pool.query('select 1'),
  semaphore = unlimited,
}: RecordsSettings): Promise<Records & { close(): Promise<void> }> {
  // The adapter has newer types of the same pool.
  const adapter = new PrismaPg(
    pool as unknown as ConstructorParameters<typeof PrismaPg>[0],
    kind === 'pglite' ? { statementNameGenerator: namesOnOneConnection(pool) } : undefined,
  );
  const client = new PrismaClient({ adapter, errorFormat: 'minimal' });
  await client.$connect();
  const vacuum = kind === 'pglite' ? createEmbeddedVacuum(pool, log) : null;
  const isWalled = await tenantWallStands(pool);
  if (!isWalled) log.warn({}, NO_WALL);
  const repositoriesOf: RepositoriesOf = (database, tenant, origin) => {
    const own = isWalled ? behindWall(database, tenant) : database;
    return withExplainedErrors(createTenantRepositories(own, tenant, vacuum, origin));
  };
  return {
    kind,
    forTenant: (tenant, origin) => tenantRecords({ client, semaphore, isWalled, repositoriesOf }, tenant, origin),
    outbox: withExplainedErrors(createWorkList(client)),
    locks: withExplainedErrors(createNamedLocks(client)),
    keys: withExplainedErrors(createKeyRegister(client)),
    embedders: withExplainedErrors(createEmbedderRegister(client)),
    tenantSettings: withExplainedErrors(createTenantRegister(client)),
    ...withExplainedErrors({ ...createUpkeep(client), ping: async () => void (await ping()) }),
    async close() {
      await vacuum?.close();
      await client.$disconnect();
    },
  };
}
