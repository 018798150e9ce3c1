import type {
  IngestRecord,
  IngestRepository,
  SessionPlace,
  SessionStep,
  SessionText,
} from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { type Database, uuids } from './database.js';
import { withoutWall } from './tenant-wall.js';

/** The members of an ingest's request that its session needs. Only a request that an earlier release wrote is unpacked. */
export const told = Prisma.sql`coalesce(ingests.told, ingest_told(ingests.request))`;

/** Characters of an id that the index of sessions holds. */
const INDEXED = 256;

/**
 * Matches the index of sessions, by literals. A request may be long: no row of it is unpacked, and behind ids that the
 * index cuts only what a row tells.
 */
const inSession = (tenant: TenantId, { sessionId, ownerEntityId }: SessionPlace) => Prisma.sql`
  ingests.tenant_id = ${tenant} and left(request ->> 'sessionId', 256) = left(${sessionId}::text, 256)
  and coalesce(request ->> 'ownerEntityId', '') = ${ownerEntityId ?? ''}
  ${sessionId.length < INDEXED ? Prisma.empty : Prisma.sql`and ${told} ->> 'sessionId' = ${sessionId}`}`;

/** How many earlier ingests of a session are looked at for their texts: any number may have none. */
const LOOKED_AT = 100;

const order = Prisma.sql`(ingests.created_at, ingests.trace_id)`;
const placeOf = ({ createdAt, traceId }: SessionPlace) => Prisma.sql`(${createdAt}::timestamptz, ${traceId}::uuid)`;

/** Must match the index of texts read before, and its condition. */
const readBefore = Prisma.sql`jsonb_path_query_array(request, '$.read.before[*].artifactId')`;
const hasReadBefore = Prisma.sql`(request #> '{read,before}') is not null`;

/**
 * Only rows of the same session can have been read with a text. The index is not led by the tenant, and what it finds is
 * unpacked to be checked. Behind it rows of others are left out, so that they are not unpacked again.
 */
async function readWith(database: Database, tenant: TenantId, artifactIds: readonly string[]) {
  if (artifactIds.length === 0) return [];
  const session = Prisma.sql`${told} ->> 'sessionId' as session`;
  return withoutWall(database).$queryRaw<Pick<IngestRecord, 'traceId' | 'artifactId'>[]>`
    with naming as materialized (
      select tenant_id, trace_id, artifact_id, request, told
      from ingests where ${hasReadBefore} and ${readBefore} ?| ${[...artifactIds]}::text[]
    ), later as materialized (
      select trace_id, artifact_id, ${session}, ${readBefore} as texts
      from naming as ingests where tenant_id = ${tenant}
    ), read as materialized (
      select later.*, text from later cross join lateral jsonb_array_elements_text(texts) as text
    ), said as materialized (
      select artifact_id::text as text, ${session}
      from ingests where tenant_id = ${tenant} and artifact_id = any(${uuids(artifactIds)})
    )
    select distinct read.trace_id as "traceId", read.artifact_id as "artifactId"
    from read join said using (text, session) order by 1`;
}

export const createIngestSessions = (
  database: Database,
  tenant: TenantId,
): Pick<IngestRepository, 'stepsBefore' | 'textsBefore' | 'waitingAfter' | 'readWith' | 'forgetCandidates'> => ({
  stepsBefore: (place, limit) => withoutWall(database).$queryRaw<SessionStep[]>`
    select state, created_at as "createdAt", finished_at as "finishedAt" from ingests
    where ${inSession(tenant, place)} and ${order} < ${placeOf(place)}
    order by ingests.created_at desc, ingests.trace_id desc limit ${limit}`,
  textsBefore: (place, limit) => withoutWall(database).$queryRaw<SessionText[]>`
    with earlier as materialized (
      select request, artifact_id, created_at, trace_id from ingests
      where ${inSession(tenant, place)} and ${order} < ${placeOf(place)}
      order by ingests.created_at desc, ingests.trace_id desc limit ${LOOKED_AT}
    )
    select request, artifacts.id as "artifactId", artifacts.content
    from earlier join artifacts on artifacts.tenant_id = ${tenant} and artifacts.id = earlier.artifact_id
    where earlier.artifact_id is not null
    order by earlier.created_at desc, earlier.trace_id desc limit ${limit}`,
  async waitingAfter(place) {
    const [row] = await withoutWall(database).$queryRaw<{ traceId: string; state: string }[]>`
      select trace_id as "traceId", state from ingests
      where ${inSession(tenant, place)} and ${order} > ${placeOf(place)}
      order by ingests.created_at, ingests.trace_id limit 1`;
    return row?.state === 'processing' ? row.traceId : null;
  },
  readWith: (artifactIds) => readWith(database, tenant, artifactIds),
  async forgetCandidates(traceIds, at) {
    if (traceIds.length === 0) return;
    await database.$executeRaw`
      update ingests set candidates = null, updated_at = ${at}::timestamptz
      where tenant_id = ${tenant} and trace_id = any(${uuids(traceIds)}) and state = 'failed' and outcomes is null`;
  },
});
