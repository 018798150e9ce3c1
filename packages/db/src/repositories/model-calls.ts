import type { ModelCallRepository } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Database } from './database.js';

/** The count with this one; null where there are as many as there may be. */
async function countOne(database: Database, tenant: TenantId, day: string, limit: number): Promise<number | null> {
  const [row] = await database.$queryRaw<{ calls: number }[]>`
    insert into model_calls as present (tenant_id, day, calls)
    select ${tenant}, ${day}::date, 1 where ${limit}::int > 0
    on conflict (tenant_id, day) do update set calls = present.calls + 1 where present.calls < ${limit}::int
    returning calls`;
  return row?.calls ?? null;
}

export const createModelCallRepository = (database: Database, tenant: TenantId): ModelCallRepository => ({
  async take(day, limit) {
    const calls = await countOne(database, tenant, day, limit);
    if (calls === 1)
      await database.$executeRaw`delete from model_calls where tenant_id = ${tenant} and day < ${day}::date`;
    return calls !== null;
  },
});
