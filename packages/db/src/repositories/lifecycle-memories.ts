import type {
  AgeingMemory,
  AgeState,
  DistilledMemory,
  DistilSource,
  LifecycleRepository,
} from '@hippocamp/core/ports/records';
import { LONGEST_READ } from '@hippocamp/shared/language/reading';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { asParameter, beyond, type Database, uuids } from './database.js';
import { distilledSources } from './distilled-sources.js';
import { living, memoriesById, ofAssistant, present } from './memory-rows.js';

const ageingColumns = Prisma.sql`
  id, version, owner_entity_id as "ownerEntityId", metadata ->> 'actorId' as "actorId", speaker, tier, tier_since as "tierSince",
  importance_score as "importanceScore", access_count as "accessCount", last_accessed_at as "lastAccessedAt",
  created_at as "createdAt", archived_at as "archivedAt", invalid_at as "invalidAt", distilled_at as "distilledAt",
  held_until as "heldUntil", due_at as "dueAt"`;

type Scanned = AgeingMemory & { content: string | null };

function scan(
  database: Database,
  tenant: TenantId,
  after: string | null,
  limit: number,
  distilBefore: Date,
): Promise<Scanned[]> {
  return database.$queryRaw<Scanned[]>`
    select ${ageingColumns},
      case when tier = 'episodic' and distilled_at is null and invalid_at is null and archived_at is null
        and tier_since <= ${distilBefore}::timestamptz and not ${ofAssistant}
        then left(content, ${LONGEST_READ + 1}::int) end as content
    from memories where ${living(tenant)} and due_at is not null ${beyond(after)} order by id limit ${limit}`;
}

/** Locked in one order against deadlocks. */
async function lock(database: Database, tenant: TenantId, ids: readonly string[]): Promise<AgeingMemory[]> {
  if (ids.length === 0) return [];
  return database.$queryRaw<AgeingMemory[]>`
    select ${ageingColumns} from (select unnest(${uuids(ids)}) as given_id order by given_id) as given
    cross join lateral (
      select * from memories where tenant_id = ${tenant} and id = given_id offset 0 for update
    ) as memory
    where deleted_at is null`;
}

async function setAges(
  database: Database,
  tenant: TenantId,
  rows: readonly AgeState[],
  { at, raiseVersion }: { at: Date; raiseVersion: boolean },
): Promise<{ id: string; version: number }[]> {
  if (rows.length === 0) return [];
  const states = rows.map(({ id, tier, tierSince, archivedAt, distilledAt, heldUntil, dueAt }) => {
    return { id, tier, tierSince, archivedAt, distilledAt, heldUntil, dueAt };
  });
  const raised = raiseVersion ? Prisma.sql`, version = version + 1, updated_at = ${at}::timestamptz` : Prisma.empty;
  return database.$queryRaw<{ id: string; version: number }[]>`
    update memories
    set tier = given.tier, tier_since = given."tierSince", archived_at = given."archivedAt",
      distilled_at = given."distilledAt", held_until = given."heldUntil", due_at = given."dueAt" ${raised}
    from json_to_recordset(${asParameter(states)}::json) as given (
      id uuid, tier tier, "tierSince" timestamptz, "archivedAt" timestamptz, "distilledAt" timestamptz,
      "heldUntil" timestamptz, "dueAt" timestamptz
    )
    where ${living(tenant)} and memories.id = given.id
    returning memories.id, memories.version`;
}

async function postpone(
  database: Database,
  tenant: TenantId,
  rows: readonly { id: string; from: Date; to: Date | null }[],
): Promise<void> {
  if (rows.length === 0) return;
  await database.$executeRaw`
    update memories set due_at = given."to"
    from json_to_recordset(${asParameter(rows)}::json) as given (id uuid, "from" timestamptz, "to" timestamptz)
    where ${living(tenant)} and memories.id = given.id and memories.due_at = given."from"`;
}

/** The live sources of the row that is named `memory`. */
const liveSources = (tenant: TenantId) => Prisma.sql`array(
  select source_id from memory_distil_sources as told
  where tenant_id = ${tenant} and memory_id = memory.id and exists (
    select from memories as source
    where source.tenant_id = ${tenant} and source.id = told.source_id and source.deleted_at is null
  )
  order by source_id
)`;

/** The next statement reads the sources, so it sees what others did before the lock. */
async function distilledMemories(database: Database, tenant: TenantId, ids: readonly string[]) {
  if (ids.length === 0) return [];
  await lock(database, tenant, ids);
  return database.$queryRaw<DistilledMemory[]>`
    select id, owner_entity_id as "ownerEntityId", content, metadata, tags, provenance, hidden_at is not null as hidden,
      ${liveSources(tenant)} as "sourceIds"
    from ${memoriesById(tenant, ids, present(tenant))} order by id`;
}

const holding = (tenant: TenantId) => Prisma.sql`${living(tenant)} and invalid_at is null`;

/** The texts are not read. */
async function sourceVersions(database: Database, tenant: TenantId, ids: readonly string[], limit: number) {
  if (ids.length === 0) return [];
  return database.$queryRaw<Pick<DistilSource, 'id' | 'version'>[]>`
    select id, version from ${memoriesById(tenant, ids, holding(tenant))} order by id limit ${limit}`;
}

/** Metadata and provenance may be long, and little of them counts. */
async function distilSources(database: Database, tenant: TenantId, ids: readonly string[]): Promise<DistilSource[]> {
  if (ids.length === 0) return [];
  return database.$queryRaw<DistilSource[]>`
    select id, version, owner_entity_id as "ownerEntityId", content, speaker, importance_score as "importanceScore",
      occurred_at as "occurredAt", tags, marks,
      case when jsonb_typeof(metadata -> 'actorId') = 'string' then jsonb_build_object('actorId', metadata -> 'actorId')
        else '{}' end as metadata,
      case when provenance ->> 'reader' = 'local' then jsonb_build_object('reader', 'local') end as provenance
    from ${memoriesById(tenant, ids, holding(tenant))} order by id`;
}

export const lifecycleMemories = (
  database: Database,
  tenant: TenantId,
): Pick<
  LifecycleRepository,
  | 'scan'
  | 'lock'
  | 'setAges'
  | 'postpone'
  | 'addSources'
  | 'distilledFrom'
  | 'distilledBelow'
  | 'sourcesBeyond'
  | 'distilled'
  | 'sourceVersions'
  | 'sources'
  | 'forgetSources'
> => ({
  scan: (after, limit, distilBefore) => scan(database, tenant, after, limit, distilBefore),
  lock: (ids) => lock(database, tenant, ids),
  setAges: (rows, options) => setAges(database, tenant, rows, options),
  postpone: (rows) => postpone(database, tenant, rows),
  async addSources(distilled) {
    const data = distilled.flatMap(({ memoryId, sourceIds }) =>
      sourceIds.map((sourceId) => ({ tenantId: tenant, memoryId, sourceId })),
    );
    await database.memoryDistilSource.createMany({ data, skipDuplicates: true });
  },
  ...distilledSources(database, tenant),
  distilled: (memoryIds) => distilledMemories(database, tenant, memoryIds),
  sourceVersions: (ids, limit) => sourceVersions(database, tenant, ids, limit),
  sources: (ids) => distilSources(database, tenant, ids),
  async forgetSources(sourceIds) {
    await database.memoryDistilSource.deleteMany({ where: { tenantId: tenant, sourceId: { in: [...sourceIds] } } });
  },
});
