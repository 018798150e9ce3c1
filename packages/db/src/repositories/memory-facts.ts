import type { KeptReading, MemoryKeys, MemoryRepository } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { asParameter, type Database } from './database.js';
import { living, memoriesById, present } from './memory-filter.js';

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
