import type { VocabularyRecord, VocabularyRepository } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Database } from './database.js';

/** Changes noted before there are any figures: a row without a version. */
const unwritten = (tenant: TenantId) => ({
  tenantId: tenant,
  version: 0,
  memories: 0,
  frequencies: {},
  speakers: [],
  changes: 0,
  refreshedAt: new Date(0),
});

async function replace(
  database: Database,
  tenant: TenantId,
  { memories, frequencies, speakers, changesSeen, at }: Parameters<VocabularyRepository['replace']>[0],
): Promise<void> {
  await database.$executeRaw`
    insert into tenant_vocabularies as present (tenant_id, version, memories, frequencies, speakers, changes, refreshed_at)
    values (${tenant}, 1, ${memories}, ${JSON.stringify(frequencies)}::text::jsonb, ${JSON.stringify(speakers)}::text::jsonb, 0, ${at}::timestamptz)
    on conflict (tenant_id) do update
    set version = present.version + 1, memories = excluded.memories, frequencies = excluded.frequencies,
      speakers = excluded.speakers,      changes = greatest(0, present.changes - ${changesSeen}::int), refreshed_at = excluded.refreshed_at`;
}

export function createVocabularyRepository(database: Database, tenant: TenantId): VocabularyRepository {
  return {
    async get() {
      const row = await database.tenantVocabulary.findUnique({
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
    replace: (figures) => replace(database, tenant, figures),
  };
}
