import type { MemoryFilter } from '@hippocamp/core/ports/records';
import { ASSISTANT } from '@hippocamp/shared/language/statement';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { uuids } from './database.js';

export const memoryColumns = Prisma.sql`
  id, owner_entity_id as "ownerEntityId", tier, content, context, speaker, source_artifact_id as "sourceArtifactId",
  source_event_id as "sourceEventId", embedding_id as "embeddingId", importance_score as "importanceScore",
  access_count as "accessCount", last_accessed_at as "lastAccessedAt", recency_at as "recencyAt",
  occurred_at as "occurredAt", metadata, tags, created_at as "createdAt", updated_at as "updatedAt",
  tier_since as "tierSince", archived_at as "archivedAt", invalid_at as "invalidAt",
  superseded_by_id as "supersededById", version, confidence, provenance, content_hash as "contentHash", marks, language`;

type Condition = (filter: MemoryFilter) => Prisma.Sql | null;

/** Up to so many tags are each compared with each of a memory, which is cheaper than making an object of those. */
const FEW_TAGS = 8;
const tagsObject = Prisma.sql`jsonb_object(tags, tags)`;

// Functions, because the planner takes what the operators find for rare, and then rather sorts all than walks an index.
const anyTag = (tags: readonly string[]) =>
  tags.length > FEW_TAGS
    ? Prisma.sql`jsonb_exists_any(${tagsObject}, ${[...tags]}::text[])`
    : Prisma.sql`tags && ${[...tags]}::text[]`;

const allTags = (tags: readonly string[]) =>
  tags.length > FEW_TAGS
    ? Prisma.sql`jsonb_exists_all(${tagsObject}, ${[...tags]}::text[])`
    : Prisma.sql`tags @> ${[...tags]}::text[]`;

/** In the order in which they stand in a statement: the dearest last. */
const conditions: { [Member in keyof Required<Omit<MemoryFilter, 'metadata'>>]: Condition } = {
  ownerEntityId: ({ ownerEntityId }) => (ownerEntityId === undefined ? null : ownedBy(ownerEntityId)),
  owners: ({ owners }) => (owners === undefined ? null : ownedByAny(owners)),
  sourceArtifactId: ({ sourceArtifactId }) =>
    sourceArtifactId === undefined ? null : Prisma.sql`source_artifact_id = ${sourceArtifactId}::uuid`,
  sessionId: ({ sessionId }) => (sessionId === undefined ? null : inSession(sessionId)),
  tiers: ({ tiers }) => (tiers === undefined ? null : Prisma.sql`tier = any(${[...tiers]}::tier[])`),
  tags: ({ tags }) => (tags === undefined ? null : anyTag(tags)),
  tagsAll: ({ tagsAll }) => (tagsAll === undefined ? null : allTags(tagsAll)),
  createdAfter: ({ createdAfter }) =>
    createdAfter === undefined ? null : Prisma.sql`created_at >= ${createdAfter}::timestamptz`,
  createdBefore: ({ createdBefore }) =>
    createdBefore === undefined ? null : Prisma.sql`created_at < ${createdBefore}::timestamptz`,
  asOf: ({ asOf }) => (asOf === undefined ? null : validAt(asOf)),
  includeSuperseded: ({ includeSuperseded, asOf }) =>
    includeSuperseded || asOf !== undefined ? null : Prisma.sql`invalid_at is null`,
  includeArchived: ({ includeArchived }) => (includeArchived ? null : Prisma.sql`archived_at is null`),
  exceptAssistants: ({ exceptAssistants }) => (exceptAssistants ? Prisma.sql`not ${ofAssistant}` : null),
  expiredShortTerm: ({ expiredShortTerm }) => (expiredShortTerm === undefined ? null : notExpired(expiredShortTerm)),
};

/** A concatenation unpacks a long object, so that its members can be read without unpacking it for each. */
export const unpacked = (object: Prisma.Sql) => Prisma.sql`(${object} || '{}'::jsonb)`;

/** Metadata is unpacked once for all members, and only where the cheaper conditions hold. */
export const metadataEquals: Condition = ({ metadata }) => {
  const equal = Object.entries(metadata ?? {}).map(
    ([key, value]) => Prisma.sql`members -> ${key}::text = (select ${JSON.stringify(value)}::text::jsonb)`,
  );
  return equal.length === 0
    ? null
    : Prisma.sql`(select ${Prisma.join(equal, ' and ')} from (select ${unpacked(Prisma.sql`metadata`)} as members offset 0) as whole)`;
};

/** The index holds the beginning of each id. */
const inSession = (sessionId: string) =>
  Prisma.sql`left(metadata ->> 'sessionId', 256) = left(${sessionId}::text, 256) and metadata ->> 'sessionId' = ${sessionId}`;

const validAt = (time: Date) =>
  Prisma.sql`occurred_at <= ${time}::timestamptz and (invalid_at is null or invalid_at > ${time}::timestamptz)`;

const notExpired = ({ createdUntil, accessBelow }: { createdUntil: Date; accessBelow: number }) =>
  Prisma.sql`not (tier = 'short_term' and created_at <= ${createdUntil}::timestamptz and (access_count < ${accessBelow}::int or ${ofAssistant}))`;

/** Never null. */
export const ofAssistant = Prisma.sql`(speaker is not distinct from ${ASSISTANT})`;

export const ownedBy = (ownerEntityId: string | null) =>
  ownerEntityId === null ? Prisma.sql`owner_entity_id is null` : Prisma.sql`owner_entity_id = ${ownerEntityId}::uuid`;

const ownedByAny = (owners: readonly (string | null)[]) => {
  const named = Prisma.sql`owner_entity_id = any(${uuids(owners.filter((owner) => owner !== null))})`;
  return owners.includes(null) ? Prisma.sql`(${named} or owner_entity_id is null)` : named;
};

/** Includes hidden rows. */
export const present = (tenant: TenantId) => Prisma.sql`tenant_id = ${tenant} and deleted_at is null`;

/** Begins every condition on memories, except where hidden rows count. */
export const living = (tenant: TenantId) => Prisma.sql`${present(tenant)} and hidden_at is null`;

/** Looks each row up by its key; otherwise the planner may read a whole index of the tenant. */
export const memoriesById = (tenant: TenantId, ids: readonly string[], condition: Prisma.Sql) =>
  memoriesAmong(tenant, Prisma.sql`unnest(${uuids(ids)})`, condition);

/** `ids` is a function of rows, or a query in brackets, of one column. */
export const memoriesAmong = (tenant: TenantId, ids: Prisma.Sql, condition: Prisma.Sql) => Prisma.sql`
  ${ids} as given (given_id)
  cross join lateral (select * from memories where tenant_id = ${tenant} and id = given_id offset 0) as memory
  where ${condition}`;

/** The only place where the filter over `memories` is built. */
export function memoryFilter(
  tenant: TenantId,
  filter: MemoryFilter,
  among = living,
  ofMetadata: Condition = metadataEquals,
): Prisma.Sql {
  const wanted = [...Object.values(conditions), ofMetadata].map((condition) => condition(filter));
  return Prisma.join([among(tenant), ...wanted.filter((condition) => condition !== null)], ' and ');
}

/** Edges of memories. One of a part replaces nothing whole. */
export const wholeEdge = Prisma.sql`from_type = 'memory' and to_type = 'memory' and metadata ->> 'part' is distinct from 'true'`;

/** The earliest live memory that replaces each of these in whole. */
export const replacingEdges = (tenant: TenantId, type: string, ids: readonly string[]) => Prisma.sql`
  select earliest.* from unnest(${uuids(ids)}) as given (given_id)
  cross join lateral (
    select to_id as "earlierId", from_id as "laterId", memory.occurred_at as "occurredAt"
    from relations cross join lateral (
      select occurred_at from memories where ${living(tenant)} and id = from_id offset 0
    ) as memory
    where tenant_id = ${tenant} and to_id = given_id and type = ${type} and from_id <> to_id and ${wholeEdge}
    order by memory.occurred_at, from_id limit 1
  ) as earliest`;

/** Looks each pair up by its key: any number of edges may lead to one memory. Answers one JSON value. */
export const toldBefore = (tenant: TenantId, type: string, ids: readonly string[]) => Prisma.sql`
  with earlier as materialized (
    select earlier_id from unnest(${uuids(ids)}) as given (earlier_id)
    cross join lateral (
      select from relations where tenant_id = ${tenant} and to_id = earlier_id and type = ${type} limit 1
    ) as edge
  ), among as (
    select earlier_id, later_id, occurred_at from earlier cross join unnest(${uuids(ids)}) as given (later_id)
    cross join lateral (
      select from relations
      where tenant_id = ${tenant} and from_id = later_id and type = ${type} and to_id = earlier_id and ${wholeEdge} offset 0
    ) as edge
    cross join lateral (
      select occurred_at from memories where ${living(tenant)} and id = later_id offset 0
    ) as memory
    where later_id <> earlier_id
  )
  select json_build_object(
    'earlier', (select coalesce(json_agg(earlier_id), '[]') from earlier),
    'among', (
      select coalesce(
        json_agg(json_build_object('earlierId', earlier_id, 'laterId', later_id) order by occurred_at, later_id), '[]'
      ) from among
    )
  ) as told`;
