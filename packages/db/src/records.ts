import type { Records, TenantRecords, TenantRepositories } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { PrismaClient } from './generated/client.js';
import { explained, withExplainedErrors } from './repositories/availability.js';
import type { Database } from './repositories/database.js';
import { createTenantRepositories } from './repositories/tenant.js';
import { createUpkeep } from './repositories/upkeep.js';
import { createWorkList } from './repositories/work-list.js';

/** Long enough for the embedded engine, where transactions wait for each other. */
const PATIENCE = { maxWait: 30_000, timeout: 30_000 };

const repositoriesOf = (database: Database, tenant: TenantId) =>
  withExplainedErrors(createTenantRepositories(database, tenant));

/** What the work throws passes as it is, even where undoing fails after it. */
async function inTransaction<Result>(
  client: PrismaClient,
  tenant: TenantId,
  work: (repositories: TenantRepositories) => Promise<Result>,
): Promise<Result> {
  let failure: { error: unknown } | undefined;
  const run = async (database: Database) => {
    try {
      return await work(repositoriesOf(database, tenant));
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  try {
    return await client.$transaction(run, PATIENCE);
  } catch (error) {
    throw failure ? failure.error : explained(error);
  }
}

const tenantRecords = (client: PrismaClient, tenant: TenantId): TenantRecords => ({
  ...repositoriesOf(client, tenant),
  transaction: (work) => inTransaction(client, tenant, work),
});

/** The records over a pool whose sessions are in UTC. Closing leaves the pool to whoever opened it. */
export async function createRecords({
  pool,
  kind,
}: {
  pool: Pool;
  kind: string;
}): Promise<Records & { close(): Promise<void> }> {
  // The adapter brings newer types of the same pool.
  const adapter = new PrismaPg(pool as unknown as ConstructorParameters<typeof PrismaPg>[0]);
  const client = new PrismaClient({ adapter, errorFormat: 'minimal' });
  await client.$connect();
  return {
    kind,
    forTenant: (tenant) => tenantRecords(client, tenant),
    outbox: withExplainedErrors(createWorkList(client)),
    ...withExplainedErrors(createUpkeep(client)),
    close: () => client.$disconnect(),
  };
}
