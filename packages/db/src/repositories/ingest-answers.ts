import type {
  HeldCandidates,
  IngestAnswerSize,
  IngestRecord,
  IngestRepository,
  IngestResult,
} from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { type Database, uuids } from './database.js';
import { withoutWall } from './tenant-wall.js';

/** Must match the index of repeats. */
const repeats = Prisma.sql`jsonb_path_query_array(result, '$.rejectedMemories[*].duplicateOf')`;

/** Ids belong to one tenant, so the index finds them without it. */
async function repeating(database: Database, tenant: TenantId, memoryIds: readonly string[]) {
  if (memoryIds.length === 0) return [];
  return withoutWall(database).$queryRaw<Pick<IngestRecord, 'traceId' | 'artifactId'>[]>`
    select trace_id as "traceId", artifact_id as "artifactId" from (
      select tenant_id, trace_id, artifact_id from ingests where ${repeats} ?| ${[...memoryIds]}::text[] offset 0
    ) as repeating
    where tenant_id = ${tenant}`;
}

async function answers(
  database: Database,
  tenant: TenantId,
  { artifactIds, traceIds }: Parameters<IngestRepository['answers']>[0],
  lock: boolean,
): Promise<IngestAnswerSize[]> {
  if (artifactIds.length + traceIds.length === 0) return [];
  return database.$queryRaw<IngestAnswerSize[]>`
    with found as (
      select trace_id from ingests where tenant_id = ${tenant} and artifact_id = any(${uuids(artifactIds)})
      union
      select trace_id from unnest(${uuids(traceIds)}) as trace_id
    )
    select trace_id as "traceId", artifact_id as "artifactId", octet_length(result::text) as bytes from ingests
    where tenant_id = ${tenant} and trace_id = any(array(select trace_id from found)) and result is not null
    order by trace_id ${lock ? Prisma.sql`for update` : Prisma.empty}`;
}

async function results(database: Database, tenant: TenantId, traceIds: readonly string[]): Promise<IngestResult[]> {
  if (traceIds.length === 0) return [];
  return database.$queryRaw<IngestResult[]>`
    select trace_id as "traceId", artifact_id as "artifactId", result from ingests
    where tenant_id = ${tenant} and trace_id = any(${uuids(traceIds)}) and result is not null
    order by trace_id`;
}

/** As texts: Prisma would go through long JSON several times. */
async function rewriteResults(
  database: Database,
  tenant: TenantId,
  rows: Parameters<IngestRepository['rewriteResults']>[0],
): Promise<void> {
  if (rows.length === 0) return;
  const traceIds = rows.map(({ traceId }) => traceId);
  const told = rows.map(({ result }) => JSON.stringify(result));
  await database.$executeRaw`
    update ingests set result = changed.result::jsonb
    from unnest(${traceIds}::uuid[], ${told}::text[]) as changed (trace_id, result)
    where tenant_id = ${tenant} and ingests.trace_id = changed.trace_id`;
}

async function heldSizes(database: Database, tenant: TenantId, artifactIds: readonly string[]) {
  if (artifactIds.length === 0) return [];
  return database.$queryRaw<IngestAnswerSize[]>`
    select trace_id as "traceId", artifact_id as "artifactId", octet_length(candidates::text) as bytes from ingests
    where tenant_id = ${tenant} and artifact_id = any(${uuids(artifactIds)}) and candidates is not null
    order by trace_id`;
}

async function heldCandidates(database: Database, tenant: TenantId, traceIds: readonly string[]) {
  if (traceIds.length === 0) return [];
  return database.$queryRaw<HeldCandidates[]>`
    select trace_id as "traceId", candidates, coalesce(jsonb_array_length(outcomes), 0) as decided from ingests
    where tenant_id = ${tenant} and trace_id = any(${uuids(traceIds)}) and candidates is not null
    order by trace_id`;
}

export const createIngestAnswers = (
  database: Database,
  tenant: TenantId,
): Pick<IngestRepository, 'repeating' | 'answers' | 'results' | 'rewriteResults' | 'heldSizes' | 'heldCandidates'> => ({
  repeating: (memoryIds) => repeating(database, tenant, memoryIds),
  answers: (of, options) => answers(database, tenant, of, options?.lock ?? false),
  results: (traceIds) => results(database, tenant, traceIds),
  rewriteResults: (rows) => rewriteResults(database, tenant, rows),
  heldSizes: (artifactIds) => heldSizes(database, tenant, artifactIds),
  heldCandidates: (traceIds) => heldCandidates(database, tenant, traceIds),
});
