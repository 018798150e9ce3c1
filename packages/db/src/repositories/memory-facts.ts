import type {
  KeptReading,
  MemoryKeys,
  MemoryRecord,
  MemoryRepository,
  WeighedKey,
} from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { asParameter, type Database } from './database.js';
import { memoryColumns } from './memory-columns.js';
import { living, memoriesById, ownedBy, present } from './memory-filter.js';

/** Replaces what a memory says something of. */
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

export async function keptReadings(
  database: Database,
  tenant: TenantId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KeptReading>> {
  if (ids.length === 0) return new Map();
  const rows = await database.$queryRaw<{ id: string; reading: KeptReading }[]>`
    select id, reading from ${memoriesById(tenant, ids, Prisma.sql`${living(tenant)} and reading is not null`)}`;
  return new Map(rows.map(({ id, reading }) => [id, reading]));
}

/** Rows that moved on meanwhile are left to whoever reads them next. */
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

/** Of each fact the latest rows: a subject may like a thousand things, and a repeat is also found by its words. */
const OF_EACH_FACT = 100;

/** Valid rows of the owner that say something of one of these. */
export async function memoriesWithFacts(
  database: Database,
  tenant: TenantId,
  ownerEntityId: string | null,
  factKeys: readonly string[],
): Promise<MemoryRecord[]> {
  if (factKeys.length === 0) return [];
  return database.$queryRaw<MemoryRecord[]>`
    select ${memoryColumns}
    from (
      select distinct memory_id
      from unnest(${[...new Set(factKeys)]}::text[]) as wanted
      cross join lateral (
        select memory_id from memory_facts
        join memories on memories.tenant_id = ${tenant} and memories.id = memory_id
        where memory_facts.tenant_id = ${tenant} and fact_key = wanted
          and deleted_at is null and ${ownedBy(ownerEntityId)} and invalid_at is null and archived_at is null
        order by memory_id desc limit ${OF_EACH_FACT}
      ) as latest
    ) as told
    cross join lateral (select * from memories where tenant_id = ${tenant} and id = memory_id offset 0) as memory
    order by created_at, id`;
}

/** A few rows for each text that hold all its words, the shortest first: they say the least besides. */
const NEAREST = 5;

export async function memoriesWithWords(
  database: Database,
  tenant: TenantId,
  ownerEntityId: string | null,
  texts: readonly (readonly number[])[],
): Promise<MemoryRecord[]> {
  const given = texts.filter((words) => words.length > 0).map((words) => ({ words }));
  if (given.length === 0) return [];
  return database.$queryRaw<MemoryRecord[]>`
    select distinct on (memory.id) ${memoryColumns}
    from json_to_recordset(${asParameter(given)}::json) as given (words int[])
    cross join lateral (
      select * from memories
      where ${living(tenant)} and ${ownedBy(ownerEntityId)} and invalid_at is null and archived_at is null
        and word_keys @> given.words
      order by cardinality(word_keys), id limit ${NEAREST}
    ) as memory
    order by memory.id`;
}

/** Of a word that more rows have, some are looked at: it tells little. */
const MOST_WITH_A_WORD = 150;

export async function memoriesSharingWords(
  database: Database,
  tenant: TenantId,
  ownerEntityId: string | null,
  asked: { texts: readonly (readonly WeighedKey[])[]; most: number; exceptArtifactId?: string | null },
): Promise<MemoryRecord[]> {
  const { texts, most, exceptArtifactId = null } = asked;
  const given = texts.flatMap((words, text) => words.map(({ key, weight }) => ({ text, key, weight })));
  if (given.length === 0) return [];
  const valid = Prisma.sql`${living(tenant)} and ${ownedBy(ownerEntityId)} and invalid_at is null and archived_at is null`;
  const notOfIt = exceptArtifactId
    ? Prisma.sql`and source_artifact_id is distinct from ${exceptArtifactId}::uuid`
    : Prisma.empty;
  return database.$queryRaw<MemoryRecord[]>`
    with shared as (
      select given.text, memory.id, sum(given.weight) as weight
      from json_to_recordset(${asParameter(given)}::json) as given (text int, key int, weight float)
      cross join lateral (
        select id from memories where ${valid} and word_keys @> array[given.key] ${notOfIt} limit ${MOST_WITH_A_WORD}
      ) as memory
      group by given.text, memory.id
    ), placed as (
      select id, row_number() over (partition by text order by weight desc, id desc) as place from shared
    ), chosen as materialized (
      select distinct id as memory_id from placed where place <= ${most}
    )
    select ${memoryColumns} from chosen
    cross join lateral (
      select * from memories where tenant_id = ${tenant} and id = memory_id offset 0
    ) as memory`;
}

/** Marks rows as replaced from a time on, or as holding again. */
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
