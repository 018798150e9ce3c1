import type {
  Holdings,
  KeptReading,
  MemoryFilter,
  MemoryRecord,
  MemoryRepository,
  Origin,
} from '@hippocamp/core/ports/records';
import type { TenantId, Tier } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { beyond, type Database, uuids } from './database.js';
import { decidedFilter } from './long-metadata.js';
import { updateMemory } from './memory-changes.js';
import { indexStates, markIndexed, markUnindexed, memoryVersions, memoryVersionsOf } from './memory-indexing.js';
import {
  knownMemories,
  knownVersions,
  memoriesWithFacts,
  memoriesWithHashes,
  retiredHashes,
  sayingExactly,
} from './memory-known.js';
import { memoryFacts, memoryLists } from './memory-lists.js';
import { memoriesOf, memoryPage } from './memory-page.js';
import { living, memoriesById, memoryColumns, memoryFilter, present } from './memory-rows.js';
import { emptyContexts, writeTombstones } from './memory-tombstones.js';
import { unembeddedMemories, vectorCounts, waitingMemories } from './memory-waiting.js';
import {
  drawnReaders,
  memoriesCiting,
  memoriesDrawnFrom,
  memoriesReplacedBy,
  memoryContexts,
  memoryOwners,
  memoryWordings,
} from './memory-wordings.js';
import {
  insertMemories,
  keepReadings,
  recordAccess,
  rewriteMemories,
  setFacts,
  storeMemories,
  supersedeMemories,
  tagsOf,
} from './memory-writes.js';
import { inParts } from './parts.js';
import { placesReworded } from './places-reworded.js';
import { withoutWall } from './tenant-wall.js';

async function getMemory(
  database: Database,
  tenant: TenantId,
  id: string,
  { lock = false, hidden = false }: { lock?: boolean; hidden?: boolean },
): Promise<MemoryRecord | null> {
  const [row] = await database.$queryRaw<MemoryRecord[]>`
    select ${memoryColumns} from memories
    where ${hidden ? present(tenant) : living(tenant)} and id = ${id}::uuid
    ${lock ? Prisma.sql`for update` : Prisma.empty}`;
  return row ?? null;
}

async function matchingIds(
  database: Database,
  tenant: TenantId,
  filter: MemoryFilter,
  part: Parameters<MemoryRepository['matching']>[1],
): Promise<string[]> {
  const next = part?.before ? Prisma.sql`and id < ${part.before}::uuid` : Prisma.empty;
  const [row] = await database.$queryRaw<{ ids: string[] }[]>`
    select coalesce(json_agg(id order by id desc), '[]') as ids
    from (
      select id from memories where ${memoryFilter(tenant, filter, present)} ${next}
      order by id desc limit ${part?.limit ?? null}::int
    ) as matching`;
  return row?.ids ?? [];
}

async function countMemories(database: Database, tenant: TenantId, filter: MemoryFilter): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from memories where ${await decidedFilter(database, tenant, filter)}`;
  return row?.count ?? 0;
}

/** A reading of an earlier release takes up to 30 KB. */
const READINGS_AT_ONCE = 100;

async function keptReadings(
  database: Database,
  tenant: TenantId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KeptReading>> {
  const readings = new Map<string, KeptReading>();
  for (const part of inParts(ids, READINGS_AT_ONCE)) {
    const rows = await database.$queryRaw<{ id: string; reading: KeptReading }[]>`
      select id, reading from ${memoriesById(tenant, part, Prisma.sql`${living(tenant)} and reading is not null`)}`;
    for (const { id, reading } of rows) readings.set(id, reading);
  }
  return readings;
}

/** Bytes of the texts in a page. A longer one is a page by itself. */
const PAGE_BYTES = 4 * 1024 * 1024;

async function memoryContents(
  database: Database,
  tenant: TenantId,
  after: string | null,
  limit: number,
): Promise<{ id: string; content: string; speaker: string | null }[]> {
  // Lengths are known without reading the texts.
  return database.$queryRaw`
    select id, content, speaker from (
      select *, sum(octet_length(content)) over (order by id rows unbounded preceding) as bytes,
        row_number() over (order by id) as place
      from (
        select id, content, speaker from memories where ${living(tenant)} ${beyond(after)} order by id limit ${limit}
      ) as next
    ) as measured
    where place = 1 or bytes <= ${PAGE_BYTES} order by place`;
}

/** Beyond what an empty one takes. */
const metadataBytes = Prisma.sql`greatest(pg_column_size(metadata) - pg_column_size('{}'::jsonb), 0)`;

/** Lengths are known without reading the texts. Those of metadata are as it is stored, which may be packed. */
async function memoryHoldings(database: Database, tenant: TenantId): Promise<Holdings> {
  const [row] = await database.$queryRaw<[Holdings]>`
    select own.memories, own.bytes + raw.bytes as bytes
    from (
      select count(*)::float8 as memories, coalesce(sum(octet_length(content) + ${metadataBytes}), 0)::float8 as bytes
      from memories where ${living(tenant)}
    ) as own, (
      select coalesce(sum(octet_length(content)), 0)::float8 as bytes from artifacts where tenant_id = ${tenant}
    ) as raw`;
  return row;
}

async function memoryStats(database: Database, tenant: TenantId, { after, before }: { after: Date; before: Date }) {
  const rows = await database.$queryRaw<{ tier: Tier; date: string | null; count: number }[]>`
    select tier, day::text as date, count(*)::int as count
    from (
      select tier, case when created_at >= ${after}::timestamptz and created_at < ${before}::timestamptz
        then (created_at at time zone 'UTC')::date end as day
      from memories where ${living(tenant)}
    ) as memory
    group by tier, day order by day`;
  const byTier: Record<Tier, number> = { short_term: 0, episodic: 0, semantic: 0 };
  const byDay = new Map<string, number>();
  for (const { tier, date, count } of rows) {
    byTier[tier] += count;
    if (date !== null) byDay.set(date, (byDay.get(date) ?? 0) + count);
  }
  return { byTier, byDay: [...byDay].map(([date, count]) => ({ date, count })) };
}

export function createMemoryRepository(database: Database, tenant: TenantId, origin?: Origin): MemoryRepository {
  const filtered = ({ sessionId }: MemoryFilter) => (sessionId === undefined ? database : withoutWall(database));
  return {
    insert: (memories) => insertMemories(database, tenant, memories),
    store: (memories, history, times) => storeMemories(database, tenant, memories, history, { ...times, origin }),
    get: (id, options) => getMemory(database, tenant, id, options ?? {}),
    getMany: (ids, filter) => memoriesOf(database, tenant, ids, filter),
    async living(ids) {
      const rows = await database.$queryRaw<{ id: string }[]>`
        select id from memories where ${living(tenant)} and id = any(${uuids([...new Set(ids)])}) order by id`;
      return rows.map(({ id }) => id);
    },
    tagsOf: (ids) => tagsOf(database, tenant, ids),
    rewrite: (rows, { marks }, at) => rewriteMemories(database, tenant, rows, { marks, at }),
    update: (id, changes, at) => updateMemory(database, tenant, id, changes, at),
    setFacts: (id, factKeys) => setFacts(database, tenant, id, factKeys),
    readings: (ids) => keptReadings(database, tenant, ids),
    keepReadings: (rows) => keepReadings(database, tenant, rows),
    supersede: (rows, at) => supersedeMemories(database, tenant, rows, at),
    knownBy: (ownerEntityId, sought) => knownMemories(database, { tenant, ownerEntityId }, sought),
    knownVersions: (ownerEntityId, sought) => knownVersions(database, { tenant, ownerEntityId }, sought),
    sayingExactly: (ownerEntityId, hashes) => sayingExactly(database, { tenant, ownerEntityId }, hashes),
    withFacts: (ownerEntityId, factKeys) => memoriesWithFacts(database, { tenant, ownerEntityId }, factKeys),
    recordAccess: (id, at, rules) => recordAccess(database, tenant, id, at, rules),
    page: (request) => memoryPage(filtered(request.filter), tenant, request),
    matching: (filter, part) => matchingIds(filtered(filter), tenant, filter, part),
    count: (filter) => countMemories(filtered(filter), tenant, filter),
    bury: (ids, at, contextsOf) => writeTombstones(database, tenant, ids, at, contextsOf),
    emptyContexts: (sourceIds, at, contextsOf) => emptyContexts(database, tenant, sourceIds, at, contextsOf),
    owners: (ids) => memoryOwners(database, tenant, ids),
    wordings: (ids) => memoryWordings(database, tenant, ids),
    drawnFrom: (artifactIds, request) => memoriesDrawnFrom(database, tenant, artifactIds, request),
    readersOf: (artifactId, traceId, most) => drawnReaders(database, tenant, artifactId, traceId, most),
    contexts: (ids) => memoryContexts(database, tenant, ids),
    rewordedIn: (artifactId) => placesReworded(database, tenant, artifactId),
    citing: (sourceIds) => memoriesCiting(database, tenant, sourceIds),
    replacedBy: (ids) => memoriesReplacedBy(database, tenant, ids),
    holdings: () => memoryHoldings(database, tenant),
    stats: (days) => memoryStats(database, tenant, days),
    withHashes: (ownerEntityId, hashes, limit) =>
      memoriesWithHashes(database, { tenant, ownerEntityId }, hashes, limit),
    retiredHashes: (ownerEntityId, hashes) => retiredHashes(database, { tenant, ownerEntityId }, hashes),
    countWaiting: (filter) => waitingMemories(filtered(filter), tenant, filter),
    vectorCounts: () => vectorCounts(database, tenant),
    unembedded: (filter, except) => unembeddedMemories(filtered(filter), tenant, filter, except),
    lists: (filter, m, unindexedLimit, near) =>
      memoryLists(filtered(filter), tenant, { filter, m, unindexedLimit, near }),
    facts: (ids, filter) => memoryFacts(database, tenant, ids, filter),
    indexStates: (ids) => indexStates(database, tenant, ids),
    markIndexed: (rows) => markIndexed(database, tenant, rows),
    versions: (after, limit) => memoryVersions(database, tenant, after, limit),
    versionsOf: (ids) => memoryVersionsOf(database, tenant, ids),
    markUnindexed: (ids, at) => markUnindexed(database, tenant, ids, at),
    contents: (after, limit) => memoryContents(database, tenant, after, limit),
  };
}
