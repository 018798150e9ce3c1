import type {
  AcceptedIngest,
  ArtifactRecord,
  EnqueueTimes,
  IngestOrder,
  IngestOverview,
  IngestPageRequest,
  IngestRecord,
  IngestRepository,
  IngestStanding,
  IngestState,
  Origin,
} from '@hippocamp/core/ports/records';
import type { JsonObject, TenantId } from '@hippocamp/shared/schemas/common';
import { type Ingest, Prisma } from '../generated/client.js';
import { asText, type Database, jsonObject, nullableJsonObject, nullableText, uuids } from './database.js';
import { createIngestAnswers } from './ingest-answers.js';
import { createIngestSessions, told } from './ingest-sessions.js';
import { heldJob, insertJobs } from './outbox.js';

/** May come from an earlier release. */
export const orderOf = (request: Prisma.JsonValue): IngestOrder => jsonObject(request) as unknown as IngestOrder;

const toStatus = <Row extends Pick<Ingest, 'state' | 'request' | 'result'>>({
  state,
  request,
  result,
  ...row
}: Row) => ({
  ...row,
  state: state as IngestState,
  request: orderOf(request),
  result: nullableJsonObject(result),
});

const toRecord = ({ candidates, outcomes, ...row }: Omit<Ingest, keyof typeof beyondRecord>): IngestRecord => ({
  ...toStatus(row),
  candidates: candidates as JsonObject[] | null,
  outcomes: outcomes as JsonObject[] | null,
});

const beyondRecord = { tenantId: true, attempts: true, updatedAt: true, summary: true, told: true } as const;
const beyondStatus = { ...beyondRecord, content: true, candidates: true, outcomes: true } as const;
const beyondOverview = { ...beyondStatus, summary: false, told: false, result: true, request: true } as const;
/** Off-record messages stay until the text is read or given up. */
const onRecord = Prisma.sql`request - 'unkept'`;
/** Verdicts may take megabytes, and the result holds them. */
const withoutVerdicts = Prisma.sql`#- '{read,verdicts}'`;

const summaryOf = (result: JsonObject | null) => nullableText((result?.summary as JsonObject | undefined) ?? null);

async function insert(database: Database, tenant: TenantId, ingest: IngestRecord): Promise<void> {
  const { traceId, state, request, artifactId, content, candidates, outcomes, result, error } = ingest;
  const { createdAt, finishedAt } = ingest;
  await database.$executeRaw`
    insert into ingests (
      tenant_id, trace_id, state, request, artifact_id, content, candidates, outcomes, result, summary, error,
      created_at, updated_at, finished_at
    )
    values (
      ${tenant}, ${traceId}::uuid, ${state}, ${asText(request)}, ${artifactId}::uuid, ${content},
      ${nullableText(candidates)}, ${nullableText(outcomes)}, ${nullableText(result)}, ${summaryOf(result)}, ${error},
      ${createdAt}::timestamptz, ${createdAt}::timestamptz, ${finishedAt}::timestamptz
    )`;
}

const artifactRow = (
  tenant: TenantId,
  { id, content, source, ownerEntityId, metadata, ...of }: ArtifactRecord,
  readBy: string | undefined,
) => Prisma.sql`
  kept as (
    insert into artifacts (
      tenant_id, id, content, source, owner_entity_id, metadata, ingest_trace_id, created_at, read_by
    )
    values (${tenant}, ${id}::uuid, ${content}, ${source}, ${ownerEntityId}::uuid, ${JSON.stringify(metadata)}::text::jsonb,
      ${of.ingestTraceId}::uuid, ${of.createdAt}::timestamptz, ${readBy ?? null})
  ),`;

/** One statement, so that an ingest costs one round trip. */
async function accept(
  database: Database,
  tenant: TenantId,
  { traceId, request, content, createdAt, readBy }: AcceptedIngest,
  artifact: ArtifactRecord | null,
  { at, dueAt, origin }: EnqueueTimes & { origin: Origin | undefined },
): Promise<void> {
  await database.$executeRaw`
    with ${artifact ? artifactRow(tenant, artifact, readBy) : Prisma.empty} accepted as (
      insert into ingests (tenant_id, trace_id, state, request, artifact_id, content, created_at, updated_at)
      values (${tenant}, ${traceId}::uuid, 'processing', ${asText(request)}, ${artifact?.id ?? null}::uuid,
        ${content}, ${createdAt}::timestamptz, ${createdAt}::timestamptz)
    )
    ${insertJobs(tenant, Prisma.sql`select 'ingest', ${traceId}::text`, at, dueAt, origin)}`;
}

const beyond = ({ after }: IngestPageRequest): Prisma.IngestWhereInput => {
  if (!after) return {};
  const createdAt = new Date(after.value);
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, traceId: { lt: after.id } }] };
};

/** An earlier version kept the summary in the result only. */
async function earlySummaries(
  database: Database,
  tenant: TenantId,
  rows: readonly Pick<Ingest, 'traceId' | 'state' | 'summary'>[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const early = rows.filter(({ state, summary }) => state === 'done' && summary === null).map(({ traceId }) => traceId);
  if (early.length === 0) return new Map();
  const found = await database.$queryRaw<{ traceId: string; summary: JsonObject }[]>`
    select trace_id as "traceId", result -> 'summary' as summary from ingests
    where tenant_id = ${tenant} and trace_id = any(${uuids(early)}) and result is not null`;
  return new Map(found.map(({ traceId, summary }) => [traceId, summary]));
}

type Told = Pick<IngestOrder, 'source' | 'ownerEntityId' | 'sessionId'>;

async function earlyTold(
  database: Database,
  tenant: TenantId,
  rows: readonly Pick<Ingest, 'traceId' | 'told'>[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const early = rows.filter(({ told: kept }) => kept === null).map(({ traceId }) => traceId);
  if (early.length === 0) return new Map();
  const found = await database.$queryRaw<{ traceId: string; told: JsonObject }[]>`
    select trace_id as "traceId", ${told} as told
    from ingests where tenant_id = ${tenant} and trace_id = any(${uuids(early)})`;
  return new Map(found.map((row) => [row.traceId, row.told]));
}

/** Without the other members. */
const shownOf = ({ reader: _reader, model: _model, extractor: _extractor, ...shown }: JsonObject) =>
  shown as unknown as Told;

/** The extra row tells whether another page follows. */
async function page(database: Database, tenant: TenantId, request: IngestPageRequest) {
  const { state, limit, offset, after } = request;
  const where = { tenantId: tenant, ...(state === undefined ? {} : { state }) };
  const total = await database.ingest.count({ where });
  const rows = await database.ingest.findMany({
    where: { AND: [where, beyond(request)] },
    orderBy: [{ createdAt: 'desc' }, { traceId: 'desc' }],
    take: limit + 1,
    skip: after ? 0 : offset,
    omit: beyondOverview,
  });
  const shown = rows.slice(0, limit);
  const early = await earlySummaries(database, tenant, shown);
  const unpacked = await earlyTold(database, tenant, shown);
  const ingests = shown.flatMap(({ state: reached, summary, told: kept, ...row }): IngestOverview[] => {
    const told = nullableJsonObject(kept) ?? unpacked.get(row.traceId);
    if (!told) return [];
    const state = reached as IngestState;
    const shortly = nullableJsonObject(summary) ?? early.get(row.traceId) ?? null;
    return [{ ...row, ...shownOf(told), state, summary: shortly }];
  });
  const end = rows.length > limit ? shown.at(-1) : undefined;
  return { ingests, total, last: end ? { value: end.createdAt.getTime(), id: end.traceId } : null };
}

export function createIngestRepository(database: Database, tenant: TenantId, origin?: Origin): IngestRepository {
  const own = (traceId: string) => Prisma.sql`tenant_id = ${tenant} and trace_id = ${traceId}::uuid`;
  // A finished ingest ignores a worker that lost its lease, except for the model's later reading.
  const changing = (traceId: string, at: Date, changes: Prisma.Sql) => Prisma.sql`
    update ingests set updated_at = ${at}::timestamptz, ${changes}
    where ${own(traceId)} and (state <> 'done' or request #>> '{model,state}' = 'due')`;
  return {
    insert: (ingest) => insert(database, tenant, ingest),
    accept: (ingest, artifact, times) => accept(database, tenant, ingest, artifact, { ...times, origin }),
    async get(traceId) {
      const row = await database.ingest.findFirst({
        where: { tenantId: tenant, traceId },
        omit: beyondRecord,
      });
      return row && toRecord(row);
    },
    async status(traceId) {
      const row = await database.ingest.findFirst({
        where: { tenantId: tenant, traceId },
        omit: beyondStatus,
      });
      return row && toStatus(row);
    },
    async standing(traceId) {
      const [row] = await database.$queryRaw<IngestStanding[]>`
        select state, ${told} ->> 'model' as model from ingests where ${own(traceId)}`;
      return row ?? null;
    },
    async isThere(traceId) {
      return (await database.ingest.count({ where: { tenantId: tenant, traceId } })) > 0;
    },
    async isOfText(artifactId) {
      const found = await database.$queryRaw<object[]>`
        select trace_id from ingests where tenant_id = ${tenant} and artifact_id = ${artifactId}::uuid limit 1`;
      return found.length > 0;
    },
    page: (request) => page(database, tenant, request),
    ...createIngestSessions(database, tenant),
    ...createIngestAnswers(database, tenant),
    async saveCandidates(traceId, candidates, at, read, holder) {
      const told = asText(read ? { read } : {});
      const changes = Prisma.sql`candidates = ${asText(candidates)}, request = (${onRecord}) || ${told}`;
      const held = holder ? heldJob(tenant, { kind: holder.kind, ref: traceId }, holder.token) : Prisma.sql`select 1`;
      // Jobs are locked before ingests, as whoever stores or deletes locks them.
      const holds = await database.$queryRaw<unknown[]>`
        with held as (${held}), kept as (${changing(traceId, at, changes)} and exists (select from held))
        select 1 from held`;
      if (holds.length === 0) return false;
      if (read?.instructs === undefined) return true;
      // A later reader adds to the local one and takes nothing back.
      await database.$executeRaw`
        update artifacts set instructs = ${read.instructs === true} or (${read.later === true} and instructs is true)
        where tenant_id = ${tenant} and ingest_trace_id = ${traceId}::uuid`;
      return true;
    },
    async addOutcomes(traceId, outcomes, at) {
      const added = Prisma.sql`outcomes = coalesce(outcomes, '[]') || ${asText(outcomes)}`;
      await database.$executeRaw(changing(traceId, at, added));
    },
    async reopen(traceIds, at) {
      const failed = { tenantId: tenant, traceId: { in: [...traceIds] }, state: 'failed' };
      const data = { state: 'processing', error: null, finishedAt: null, updatedAt: at };
      await database.ingest.updateMany({ where: failed, data });
    },
    async beginAgain(traceId, readBy, at) {
      await database.$executeRaw`
        with told as (
          update artifacts set read_by = ${readBy} where tenant_id = ${tenant} and ingest_trace_id = ${traceId}::uuid
        )
        update ingests set state = 'processing', error = null, finished_at = null, updated_at = ${at}::timestamptz,
          candidates = null, outcomes = null, request = (request - 'read' - 'model') || '{"again": true}'
        where tenant_id = ${tenant} and trace_id = ${traceId}::uuid and state = 'done'`;
    },
    async finish(traceId, { at, result, state, error, model }) {
      // Candidates hold the text too; a failed ingest keeps them for another try, unless its text was removed.
      const dropped =
        state === 'done'
          ? Prisma.sql`, content = null, candidates = null, outcomes = null`
          : Prisma.sql`, candidates = case when artifact_id is null or exists (
              select from artifacts where artifacts.tenant_id = ${tenant} and id = artifact_id
            ) then candidates end`;
      const told = Prisma.sql`state = ${state}, error = ${error}, finished_at = ${at}::timestamptz`;
      const found = Prisma.sql`result = ${nullableText(result)}, summary = ${summaryOf(result)}`;
      const kept = state === 'done' ? Prisma.sql`(${onRecord}) ${withoutVerdicts}` : Prisma.sql`(${onRecord})`;
      const request = Prisma.sql`request = (${kept}) || ${asText(model ? { model } : {})}`;
      await database.$executeRaw`
        update ingests set updated_at = ${at}::timestamptz, ${told}, ${found}, ${request} ${dropped}
        where ${own(traceId)} and state <> 'done'`;
    },
    async setModelReading(traceId, model, at, result) {
      const found = result ? Prisma.sql`, result = ${asText(result)}, summary = ${summaryOf(result)}` : Prisma.empty;
      await database.$executeRaw`
        with told as (
          update artifacts set read_by = ingests.request #>> '{read,extractor}' from ingests
          where artifacts.tenant_id = ${tenant} and artifacts.ingest_trace_id = ${traceId}::uuid
            and ingests.tenant_id = ${tenant} and ingests.trace_id = ${traceId}::uuid
        )
        update ingests set updated_at = ${at}::timestamptz, candidates = null, outcomes = null,
          request = (request ${withoutVerdicts}) || ${asText({ model })} ${found}
        where ${own(traceId)} and state = 'done'`;
    },
  };
}
