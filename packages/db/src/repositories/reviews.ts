import type {
  Page,
  PageRequest,
  ReviewCandidate,
  ReviewFilter,
  ReviewRecord,
  ReviewRepository,
  ReviewTraces,
} from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { asParameter, type Database, uuids } from './database.js';
import { ownedBy } from './memory-rows.js';
import { countOpenReviews, openReviewPage } from './open-reviews.js';
import { byCreation, pageOf } from './page.js';

type KeptCandidate = Omit<ReviewCandidate, 'occurredAt'> & { occurredAt: string };
export type ReviewRow = Omit<ReviewRecord, 'candidate'> & { candidate: KeptCandidate | null };

export const reviewColumns = Prisma.sql`
  id, kind, state, owner_entity_id as "ownerEntityId", reason, trace_id as "traceId",
  source_artifact_id as "sourceArtifactId", candidate, content_hash as "contentHash", memory_id as "memoryId",
  other_ids as "otherIds", created_at as "createdAt", decided_at as "decidedAt"`;

export const toReview = ({ candidate, ...row }: ReviewRow): ReviewRecord => ({
  ...row,
  candidate: candidate && { ...candidate, occurredAt: new Date(candidate.occurredAt) },
});

const passing = (tenant: TenantId, { kind, ownerEntityId, createdAfter, createdBefore }: ReviewFilter) =>
  Prisma.join(
    [
      Prisma.sql`tenant_id = ${tenant}`,
      ...(kind === undefined ? [] : [Prisma.sql`kind = ${kind}`]),
      ...(ownerEntityId === undefined ? [] : [Prisma.sql`owner_entity_id = ${ownerEntityId}::uuid`]),
      ...(createdAfter === undefined ? [] : [Prisma.sql`created_at >= ${createdAfter}::timestamptz`]),
      ...(createdBefore === undefined ? [] : [Prisma.sql`created_at < ${createdBefore}::timestamptz`]),
    ],
    ' and ',
  );

async function page(
  database: Database,
  tenant: TenantId,
  { state, ...filter }: ReviewFilter,
  request: PageRequest,
): Promise<Page<ReviewRow>> {
  const others = passing(tenant, filter);
  const free = { tenant, columns: [Prisma.sql`candidate`, Prisma.sql`other_ids`] };
  if (state === 'open') return openReviewPage(database, { passing: others, columns: reviewColumns, free }, request);
  const ordered = {
    ...{ table: Prisma.sql`reviews`, columns: reviewColumns, order: byCreation, sortOrder: 'desc' as const, free },
    filter: state === undefined ? others : Prisma.sql`${others} and state = ${state}`,
  };
  return pageOf<ReviewRow>(database, ordered, request);
}

async function add(database: Database, tenant: TenantId, reviews: readonly ReviewRecord[]): Promise<void> {
  if (reviews.length === 0) return;
  await database.$executeRaw`
    insert into reviews (
      tenant_id, id, kind, state, owner_entity_id, reason, trace_id, source_artifact_id, candidate, content_hash,
      memory_id, other_ids, created_at, decided_at
    )
    select ${tenant}, id, kind, state, "ownerEntityId", reason, "traceId", "sourceArtifactId", candidate, "contentHash",
      "memoryId", "otherIds", "createdAt", "decidedAt"
    from json_to_recordset(${asParameter(reviews)}::json) as given (
      id uuid, kind text, state text, "ownerEntityId" uuid, reason text, "traceId" uuid, "sourceArtifactId" uuid,
      candidate jsonb, "contentHash" text, "memoryId" uuid, "otherIds" uuid[], "createdAt" timestamptz,
      "decidedAt" timestamptz
    )
    order by id`;
}

/** A union, because one condition would use no index. One JSON value, because there may be any number. */
async function tracing(
  database: Database,
  tenant: TenantId,
  { memoryIds, texts, artifactIds }: ReviewTraces,
): Promise<string[]> {
  if (memoryIds.length + texts.length + artifactIds.length === 0) return [];
  const [row] = await database.$queryRaw<[{ ids: string[] }]>`
    select coalesce(json_agg(id order by id), '[]') as ids from (
      select id from reviews where tenant_id = ${tenant} and memory_id = any(${uuids(memoryIds)})
      union
      select id from reviews
      where tenant_id = ${tenant} and candidate is not null and source_artifact_id = any(${uuids(artifactIds)})
      union
      select id from reviews
      join json_to_recordset(${asParameter(texts)}::json) as given ("ownerEntityId" uuid, "contentHash" text)
        on content_hash = "contentHash" and owner_entity_id is not distinct from "ownerEntityId"
      where tenant_id = ${tenant}
    ) as traced`;
  return row.ids;
}

async function getMany(database: Database, tenant: TenantId, ids: readonly string[]): Promise<ReviewRecord[]> {
  if (ids.length === 0) return [];
  const rows = await database.$queryRaw<ReviewRow[]>`
    select ${reviewColumns} from unnest(${uuids(ids)}) as given (given_id)
    cross join lateral (select * from reviews where tenant_id = ${tenant} and id = given_id offset 0) as review
    order by id`;
  return rows.map(toReview);
}

export const createReviewRepository = (database: Database, tenant: TenantId): ReviewRepository => ({
  add: (reviews) => add(database, tenant, reviews),
  async get(id, options) {
    const [row] = await database.$queryRaw<ReviewRow[]>`
      select ${reviewColumns} from reviews where tenant_id = ${tenant} and id = ${id}::uuid
      ${options?.lock ? Prisma.sql`for update` : Prisma.empty}`;
    return row ? toReview(row) : null;
  },
  async page(filter, request) {
    const found = await page(database, tenant, filter, request);
    return { ...found, rows: found.rows.map(toReview) };
  },
  countOpen: () => countOpenReviews(database, { tenant, passing: passing(tenant, {}) }),
  async alike({ id, ownerEntityId, contentHash }, until, limit) {
    if (contentHash === null) return [];
    const rows = await database.$queryRaw<{ id: string }[]>`
      select id from reviews
      where tenant_id = ${tenant} and content_hash = ${contentHash} and ${ownedBy(ownerEntityId)} and state = 'open'
        and id <> ${id}::uuid and created_at <= ${until}
      limit ${limit}`;
    return rows.map((row) => row.id);
  },
  async decide(ids, { state, memoryId, otherIds, at }) {
    if (ids.length === 0) return;
    const kept = state === 'rejected' ? Prisma.empty : Prisma.sql`, candidate = null, content_hash = null`;
    await database.$executeRaw`
      update reviews
      set state = ${state}, memory_id = coalesce(${memoryId}::uuid, memory_id), other_ids = ${uuids(otherIds)},
        decided_at = ${at}::timestamptz ${kept}
      where tenant_id = ${tenant} and id = any(${uuids(ids)}) and state = 'open'`;
  },
  getMany: (ids) => getMany(database, tenant, ids),
  tracing: (traces) => tracing(database, tenant, traces),
  async remove(ids) {
    if (ids.length === 0) return;
    await database.$executeRaw`delete from reviews where tenant_id = ${tenant} and id = any(${uuids(ids)})`;
  },
});
