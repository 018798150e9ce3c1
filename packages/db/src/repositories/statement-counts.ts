import type { StatementCountRepository } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { type StatementCounts, type StatementOutcome, statementOutcomes } from '@hippocamp/shared/schemas/memories';
import type { Database } from './database.js';

/** In one order, so that two who add at once wait for each other and never both. */
export const createStatementCountRepository = (database: Database, tenant: TenantId): StatementCountRepository => ({
  async add(source, counts) {
    const added = statementOutcomes
      .map((outcome) => ({ outcome, count: counts[outcome] }))
      .filter(({ count }) => count > 0);
    if (added.length === 0) return;
    await database.$executeRaw`
      insert into statement_counts as present (tenant_id, source, outcome, count)
      select ${tenant}, ${source}, outcome, count
      from json_to_recordset(${JSON.stringify(added)}::text::json) as added (outcome text, count bigint)
      order by outcome
      on conflict (tenant_id, source, outcome) do update set count = present.count + excluded.count`;
  },

  async totals() {
    const rows = await database.$queryRaw<{ outcome: StatementOutcome; count: number }[]>`
      select outcome, sum(count)::float8 as count from statement_counts where tenant_id = ${tenant} group by outcome`;
    const totals: StatementCounts = { kept: 0, noise: 0, repeat: 0, replaced: 0, review: 0 };
    for (const { outcome, count } of rows) totals[outcome] = count;
    return totals;
  },
});
