import type {
  AccessRules,
  EnqueueTimes,
  HistoryEntry,
  HistoryRepository,
  MemoryKeys,
  MemoryRecord,
  MemoryRepository,
  NewMemory,
  NotedChange,
  Origin,
  Rewritten,
} from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { asParameter, type Database, uuids } from './database.js';
import { measuredInTurn } from './measured-in-turn.js';
import { living, memoryColumns, ofAssistant, present } from './memory-rows.js';
import { insertJobs } from './outbox.js';
import { countParameter } from './page.js';

const storing = (tenant: TenantId, memories: readonly NewMemory[]) => Prisma.sql`
  with given as (
    select * from json_to_recordset(${asParameter(memories)}::json) as given (
      id uuid, "ownerEntityId" uuid, tier tier, content text, context text, speaker text, "sourceArtifactId" uuid,
      "sourceEventId" uuid, "importanceScore" float8, "accessCount" int, "lastAccessedAt" timestamptz,
      "recencyAt" timestamptz, "occurredAt" timestamptz, metadata jsonb, tags text[], "createdAt" timestamptz,
      "updatedAt" timestamptz, "tierSince" timestamptz, confidence float8, provenance jsonb, "contentHash" text,
      "contextSourceIds" uuid[], "factKeys" text[], "wordKeys" int[], marks text[], language text, reading jsonb, "invalidAt" timestamptz, "supersededById" uuid,
      span jsonb, "dueAt" timestamptz
    )
  ), stored as (
    insert into memories (
      tenant_id, id, owner_entity_id, tier, content, context, speaker, source_artifact_id, source_event_id, importance_score,
      access_count, last_accessed_at, recency_at, occurred_at, metadata, tags, created_at, updated_at, tier_since,
      confidence, provenance, content_hash, invalid_at, superseded_by_id, word_keys, marks, language, reading, span_start, span_end, due_at
    )
    select ${tenant}, id, "ownerEntityId", tier, content, context, speaker, "sourceArtifactId", "sourceEventId",
      "importanceScore", "accessCount", "lastAccessedAt", "recencyAt", "occurredAt", metadata, tags, "createdAt",
      "updatedAt", "tierSince", confidence, provenance, "contentHash", "invalidAt", "supersededById", "wordKeys", marks, language,
      nullif(reading, 'null'),
      (span ->> 'start')::int, (span ->> 'end')::int, "dueAt"
    from given
  ), told as (
    insert into memory_facts (tenant_id, fact_key, memory_id)
    select distinct ${tenant}, fact_key, id from given, unnest("factKeys") as fact_key
  ), sources as (
    insert into memory_context_sources (tenant_id, source_id, memory_id)
    select distinct ${tenant}, source_id, id from given, unnest("contextSourceIds") as source_id
  )`;

export async function insertMemories(database: Database, tenant: TenantId, memories: readonly NewMemory[]) {
  if (memories.length === 0) return;
  await database.$executeRaw`${storing(tenant, memories)} select`;
}

/** One statement, so that a write costs one round trip. */
export async function storeMemories(
  database: Database,
  tenant: TenantId,
  memories: readonly NewMemory[],
  history: readonly HistoryEntry[],
  { at, dueAt, origin }: EnqueueTimes & { origin: Origin | undefined },
): Promise<void> {
  if (memories.length === 0) return;
  await database.$executeRaw`
    ${storing(tenant, memories)}, remembered as (
      ${remembering(tenant, history)}
    )
    ${insertJobs(tenant, Prisma.sql`select 'index', id::text from given`, at, dueAt, origin)}`;
}

/** Named otherwise than the columns, which are answered. */
const givenTexts = (rows: readonly Rewritten[]) =>
  asParameter(
    rows.map(({ id, content, contentHash, tags, provenance, hidden }) => ({
      ...{ newId: id, newContent: content, newHash: contentHash },
      ...{ newTags: tags, newProvenance: provenance, hides: hidden },
    })),
  );

export async function rewriteMemories(
  database: Database,
  tenant: TenantId,
  rows: readonly Rewritten[],
  { marks, at }: Pick<MemoryKeys, 'marks'> & { at: Date },
): Promise<MemoryRecord[]> {
  if (rows.length === 0) return [];
  return database.$queryRaw<MemoryRecord[]>`
    with rewritten as (
      update memories
      set content = given."newContent", content_hash = given."newHash", tags = coalesce(given."newTags", tags),
        provenance = coalesce(given."newProvenance", provenance),
        hidden_at = case hides when true then ${at}::timestamptz when false then null else hidden_at end,
        reading = null, word_keys = '{}', marks = ${[...marks]}::text[], language = null, version = version + 1,
        updated_at = ${at}::timestamptz
      from json_to_recordset(${givenTexts(rows)}::json) as given (
        "newId" uuid, "newContent" text, "newHash" text, "newTags" text[], "newProvenance" jsonb, hides boolean
      )
      where ${present(tenant)} and id = given."newId"
      returning ${memoryColumns}
    ), untold as (
      delete from memory_facts where tenant_id = ${tenant} and memory_id = any(array(select id from rewritten))
    )
    select * from rewritten`;
}

export const tagsOf = (database: Database, tenant: TenantId, ids: readonly string[]) =>
  database.$queryRaw<Pick<MemoryRecord, 'id' | 'tags'>[]>`
    select id, tags from memories where ${living(tenant)} and id = any(${uuids(ids)})`;

const LARGEST_COUNT = 2 ** 31 - 1;

/** A memory that is never due stays so. One that this access makes eligible is due after its time in the tier. */
const becomingDue = ({ shortTermCount, episodicCount, episodicAge }: AccessRules, at: Date) => Prisma.sql`,
  due_at = case
    when due_at is null then null
    when ${ofAssistant} then due_at
    when tier = 'short_term' and access_count >= ${shortTermCount - 1}::int then least(due_at, ${at}::timestamptz)
    when tier = 'episodic' and access_count >= ${episodicCount - 1}::int
      then least(due_at, greatest(tier_since + make_interval(secs => ${episodicAge / 1000}::float8), ${at}::timestamptz))
    else due_at end`;

/** Counts in the row itself, so that concurrent accesses all count. The count stops at its largest value. */
export async function recordAccess(
  database: Database,
  tenant: TenantId,
  id: string,
  at: Date,
  rules: AccessRules | undefined,
): Promise<MemoryRecord | null> {
  const [row] = await database.$queryRaw<MemoryRecord[]>`
    update memories
    set access_count = least(access_count, ${LARGEST_COUNT - 1}::int) + 1, last_accessed_at = ${at}::timestamptz,
      recency_at = greatest(occurred_at, ${at}::timestamptz) ${rules ? becomingDue(rules, at) : Prisma.empty}
    where ${living(tenant)} and id = ${id}::uuid
    returning ${memoryColumns}`;
  return row ?? null;
}

export async function setFacts(
  database: Database,
  tenant: TenantId,
  id: string,
  factKeys: readonly string[],
): Promise<void> {
  await database.$executeRaw`
    with told as (
      insert into memory_facts (tenant_id, fact_key, memory_id)
      select distinct ${tenant}, fact_key, ${id}::uuid from unnest(${[...factKeys]}::text[]) as fact_key
      on conflict do nothing
    )
    delete from memory_facts
    where tenant_id = ${tenant} and memory_id = ${id}::uuid and fact_key <> all(${[...factKeys]}::text[])`;
}

/** Skips rows that changed meanwhile; whoever needs them next reads them. */
export async function keepReadings(
  database: Database,
  tenant: TenantId,
  rows: readonly ({ id: string; version: number } & MemoryKeys)[],
): Promise<void> {
  if (rows.length === 0) return;
  await database.$executeRaw`
    with given as (
      select * from json_to_recordset(${asParameter(rows)}::json) as given (
        id uuid, version int, reading jsonb, "factKeys" text[], "wordKeys" int[], marks text[], language text
      )
    ), kept as (
      update memories set reading = given.reading, word_keys = given."wordKeys", marks = given.marks,
        language = given.language
      from given
      where ${living(tenant)} and memories.id = given.id and memories.version = given.version
      returning memories.id, given."factKeys"
    ), told as (
      insert into memory_facts (tenant_id, fact_key, memory_id)
      select distinct ${tenant}, fact_key, id from kept, unnest("factKeys") as fact_key
      on conflict do nothing
    )
    delete from memory_facts using kept
    where tenant_id = ${tenant} and memory_id = kept.id and fact_key <> all(kept."factKeys")`;
}

/** A null `invalidAt` makes a row hold again. */
export async function supersedeMemories(
  database: Database,
  tenant: TenantId,
  rows: Parameters<MemoryRepository['supersede']>[0],
  at: Date,
): Promise<{ id: string; version: number }[]> {
  if (rows.length === 0) return [];
  return database.$queryRaw<{ id: string; version: number }[]>`
    update memories
    set invalid_at = given."invalidAt", superseded_by_id = given."byId", version = version + 1,
      updated_at = ${at}::timestamptz
    from json_to_recordset(${asParameter(rows)}::json) as given (id uuid, "byId" uuid, "invalidAt" timestamptz)
    where ${present(tenant)} and memories.id = given.id
    returning memories.id, memories.version`;
}

const remembering = (tenant: TenantId, entries: readonly HistoryEntry[]) => Prisma.sql`
  insert into memory_history (tenant_id, memory_id, version, change, at, before, after)
  select ${tenant}, "memoryId", version, change, at, nullif(before, 'null'), nullif(after, 'null')
  from json_to_recordset(${asParameter(entries)}::json) as entry (
    "memoryId" uuid, version int, change text, at timestamptz, before jsonb, after jsonb
  )`;

/** Bytes of JSON in a page. A longer entry is a page by itself. */
const PAGE_BYTES = 4 * 1024 * 1024;

const historyPage = (
  database: Database,
  tenant: TenantId,
  { memoryIds, after, limit }: { memoryIds: readonly string[]; after: HistoryPlace | null; limit: number },
) => {
  const later = after
    ? Prisma.sql`and (memory_id, version) > (${after.memoryId}::uuid, ${countParameter(after.version)})`
    : Prisma.empty;
  const keys = Prisma.sql`
    select memory_id, version, row_number() over (order by memory_id, version) as place from memory_history
    where tenant_id = ${tenant} and memory_id = any(${uuids(memoryIds)}) ${later}
    order by memory_id, version limit ${limit}`;
  const bytesOf = Prisma.sql`
    select coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0) as bytes from memory_history
    where tenant_id = ${tenant} and memory_id = next.memory_id and version = next.version`;
  return database.$queryRaw<HistoryEntry[]>`
    with ${measuredInTurn({ keys, bytesOf, most: PAGE_BYTES })}
    select entry.* from taken join next on next.place = taken.place
    cross join lateral (
      select memory_id as "memoryId", version, change, at, before, after from memory_history
      where tenant_id = ${tenant} and memory_id = next.memory_id and version = next.version offset 0
    ) as entry
    order by next.place`;
};

type HistoryPlace = Pick<HistoryEntry, 'memoryId' | 'version'>;

export function createHistoryRepository(database: Database, tenant: TenantId): HistoryRepository {
  return {
    async add(entries) {
      if (entries.length === 0) return;
      await database.$executeRaw`${remembering(tenant, entries)}`;
    },
    async forget(memoryIds) {
      await database.memoryHistory.deleteMany({ where: { tenantId: tenant, memoryId: { in: [...memoryIds] } } });
    },
    noted: (memoryIds, changes, most) => database.$queryRaw<NotedChange[]>`
      select noted.* from unnest(${uuids(memoryIds)}) as given (id)
      cross join lateral (
        select memory_id as "memoryId", version, change, left(after ->> 'byId', 64) as "byId" from memory_history
        where tenant_id = ${tenant} and memory_id = given.id and change = any(${[...changes]}::text[])
        order by version desc limit ${most}::int
      ) as noted
      order by noted."memoryId", noted.version`,
    at: (places) => database.$queryRaw<HistoryEntry[]>`
      select entry.* from json_to_recordset(${asParameter(places)}::json) as given ("memoryId" uuid, version int)
      cross join lateral (
        select memory_id as "memoryId", version, change, at, before, after from memory_history
        where tenant_id = ${tenant} and memory_id = given."memoryId" and version = given.version offset 0
      ) as entry
      order by entry."memoryId", entry.version`,
    async versions(memoryId, asked) {
      const rows = await database.$queryRaw<{ version: number }[]>`
        select version from memory_history
        where tenant_id = ${tenant} and memory_id = ${memoryId}::uuid and version = any(${[...asked]}::int[])
        order by version`;
      return rows.map(({ version }) => version);
    },
    page: (memoryIds, after, limit) => historyPage(database, tenant, { memoryIds, after, limit }),
  };
}
