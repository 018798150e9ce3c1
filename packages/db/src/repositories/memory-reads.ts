import type { MemoryFilter, MemoryRecord } from '@hippocamp/core/ports/records';
import { type TenantId, type Tier, tierNames } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';
import { memoryColumns } from './memory-columns.js';
import { living, memoryFilter } from './memory-filter.js';

export async function getMemory(
  database: Database,
  tenant: TenantId,
  id: string,
  lock: boolean,
): Promise<MemoryRecord | null> {
  const [row] = await database.$queryRaw<MemoryRecord[]>`
    select ${memoryColumns} from memories
    where ${living(tenant)} and id = ${id}::uuid
    ${lock ? Prisma.sql`for update` : Prisma.empty}`;
  return row ?? null;
}

export async function getMemories(
  database: Database,
  tenant: TenantId,
  ids: readonly string[],
  filter: MemoryFilter | undefined,
): Promise<MemoryRecord[]> {
  if (ids.length === 0) return [];
  return database.$queryRaw<MemoryRecord[]>`
    select ${memoryColumns} from memories
    where ${filter ? memoryFilter(tenant, filter) : living(tenant)} and id = any(${[...ids]}::uuid[])`;
}

export async function matchingIds(database: Database, tenant: TenantId, filter: MemoryFilter): Promise<string[]> {
  const [row] = await database.$queryRaw<{ ids: string[] }[]>`
    select coalesce(json_agg(id order by id), '[]') as ids from memories where ${memoryFilter(tenant, filter)}`;
  return row?.ids ?? [];
}

export async function countMemories(database: Database, tenant: TenantId, filter: MemoryFilter): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from memories where ${memoryFilter(tenant, filter)}`;
  return row?.count ?? 0;
}

/** Archived ones are no repeats: nothing would find them in the place of the new one. */
export async function memoriesWithHashes(
  database: Database,
  tenant: TenantId,
  ownerEntityId: string | null,
  hashes: readonly string[],
): Promise<{ id: string; contentHash: string }[]> {
  if (hashes.length === 0) return [];
  const owner =
    ownerEntityId === null ? Prisma.sql`owner_entity_id is null` : Prisma.sql`owner_entity_id = ${ownerEntityId}::uuid`;
  return database.$queryRaw`
    select id, content_hash as "contentHash" from memories
    where ${living(tenant)} and ${owner} and content_hash = any(${[...hashes]}::text[])
      and invalid_at is null and archived_at is null
    order by created_at, id`;
}

export async function memoryContents(
  database: Database,
  tenant: TenantId,
  after: string | null,
  limit: number,
): Promise<{ id: string; content: string }[]> {
  const next = after === null ? Prisma.empty : Prisma.sql`and id > ${after}::uuid`;
  return database.$queryRaw`
    select id, content from memories where ${living(tenant)} ${next} order by id limit ${limit}`;
}

export async function memoryStats(database: Database, tenant: TenantId, since: Date) {
  const rows = await database.$queryRaw<{ tier: Tier | null; date: string | null; count: number }[]>`
    select tier, null as date, count(*)::int as count from memories where ${living(tenant)} group by tier
    union all
    select null, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as date, count(*)::int from memories
    where ${living(tenant)} and created_at >= ${since}::timestamptz group by 2
    order by date`;
  const countOf = (tier: Tier) => rows.find((row) => row.tier === tier)?.count ?? 0;
  return {
    byTier: Object.fromEntries(tierNames.map((tier) => [tier, countOf(tier)])) as Record<Tier, number>,
    byDay: rows.flatMap(({ date, count }) => (date === null ? [] : [{ date, count }])),
  };
}
