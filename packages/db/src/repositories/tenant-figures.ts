import type {
  ModelCallRepository,
  ModelLimits,
  ModelUse,
  StatementCountRepository,
  StoredSettings,
  TenantRegister,
  VocabularyRecord,
  VocabularyRepository,
} from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { type StatementCounts, type StatementOutcome, statementOutcomes } from '@hippocamp/shared/schemas/memories';
import type { Database } from './database.js';

/** Sorted by outcome against deadlocks. */
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

/** Null where a limit is reached. */
async function countOne(
  database: Database,
  tenant: TenantId,
  day: string,
  { calls, tokens }: ModelLimits,
): Promise<number | null> {
  const [row] = await database.$queryRaw<{ calls: number }[]>`
    insert into model_calls as present (tenant_id, day, calls)
    select ${tenant}, ${day}::date, 1 where ${calls}::int > 0 and coalesce(${tokens}::bigint, 1) > 0
    on conflict (tenant_id, day) do update set calls = present.calls + 1
    where present.calls < ${calls}::int and (${tokens}::bigint is null or present.tokens < ${tokens}::bigint)
    returning calls`;
  return row?.calls ?? null;
}

export const createModelCallRepository = (database: Database, tenant: TenantId): ModelCallRepository => ({
  async take(day, limits) {
    const calls = await countOne(database, tenant, day, limits);
    if (calls === 1)
      await database.$executeRaw`delete from model_calls where tenant_id = ${tenant} and day < ${day}::date`;
    return calls !== null;
  },

  async add(day, { calls, tokens }) {
    await database.$executeRaw`
      update model_calls set calls = greatest(0, calls + ${calls}::int), tokens = tokens + ${tokens}::bigint
      where tenant_id = ${tenant} and day = ${day}::date`;
  },

  async used(day) {
    const [row] = await database.$queryRaw<ModelUse[]>`
      select calls, tokens::float8 as tokens from model_calls where tenant_id = ${tenant} and day = ${day}::date`;
    return row ?? { calls: 0, tokens: 0 };
  },
});

/** Null keeps the stored value. */
const changed = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));

export const createTenantRegister = (database: Database): TenantRegister => ({
  since: (time) => database.$queryRaw<StoredSettings[]>`
    select tenant_id as tenant, limits, llm, changed_at as "changedAt"
    from tenant_limits where changed_at >= ${time}::timestamptz`,

  async set(tenant, change) {
    const [limits, llm] = [changed(change.limits), changed(change.llm)];
    const [now] = await database.$queryRaw<[Omit<StoredSettings, 'tenant'>]>`
      insert into tenant_limits as present (tenant_id, limits, llm, changed_at)
      values (${tenant}, coalesce(${limits}::text::jsonb, '{}'), coalesce(${llm}::text::jsonb, '{}'), now())
      on conflict (tenant_id) do update set changed_at = excluded.changed_at,
        limits = coalesce(${limits}::text::jsonb, present.limits), llm = coalesce(${llm}::text::jsonb, present.llm)
      returning limits, llm, changed_at as "changedAt"`;
    return now;
  },
});

/** Version 0 marks changes noted before there are figures. */
const unwritten = (tenant: TenantId) => ({
  tenantId: tenant,
  version: 0,
  memories: 0,
  frequencies: {},
  speakers: [],
  changes: 0,
  refreshedAt: new Date(0),
});

export function createVocabularyRepository(database: Database, tenant: TenantId): VocabularyRepository {
  return {
    async get() {
      const row = await database.tenantVocabulary.findFirst({
        where: { tenantId: tenant, version: { gt: 0 } },
        select: { version: true, memories: true, frequencies: true, speakers: true },
      });
      return row as unknown as VocabularyRecord | null;
    },
    noteChanges: (count) =>
      database.tenantVocabulary.upsert({
        where: { tenantId: tenant },
        create: { ...unwritten(tenant), changes: count },
        update: { changes: { increment: count } },
        select: { memories: true, changes: true },
      }),
    async replace({ memories, frequencies, speakers, changesSeen, at }) {
      await database.$executeRaw`
        insert into tenant_vocabularies as present (tenant_id, version, memories, frequencies, speakers, changes, refreshed_at)
        values (${tenant}, 1, ${memories}, ${JSON.stringify(frequencies)}::text::jsonb, ${JSON.stringify(speakers)}::text::jsonb, 0, ${at}::timestamptz)
        on conflict (tenant_id) do update
        set version = present.version + 1, memories = excluded.memories, frequencies = excluded.frequencies,
          speakers = excluded.speakers, changes = greatest(0, present.changes - ${changesSeen}::int), refreshed_at = excluded.refreshed_at`;
    },
  };
}
