import { externalIdTaken } from '@hippocamp/core/modules/graph/owners';
import type { EntityFilter, EntityRecord, EntityRepository } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { beyond, type Database, givenOf, json, uuids } from './database.js';
import { present } from './memory-rows.js';
import { byCreation, pageOf } from './page.js';
import { inParts, pagesOf } from './parts.js';
import { withoutWall } from './tenant-wall.js';

const columns = Prisma.sql`
  id, type, name, external_id as "externalId", properties, tags, created_at as "createdAt", updated_at as "updatedAt", version,
  from_mentions as "fromMentions"`;

const passing = (tenant: TenantId, { type, name, externalId, tag }: EntityFilter) =>
  Prisma.join(
    [
      Prisma.sql`tenant_id = ${tenant}`,
      ...(type === undefined ? [] : [Prisma.sql`type = ${type}`]),
      ...(name === undefined ? [] : [Prisma.sql`name = ${name}`]),
      ...(externalId === undefined ? [] : [Prisma.sql`external_id = ${externalId}`]),
      ...(tag === undefined ? [] : [Prisma.sql`tags @> array[${tag}]::text[]`]),
    ],
    ' and ',
  );

/** Made from mentions alone. A change by an earlier release raises the version too. */
const onlyMentioned = Prisma.sql`from_mentions and version = 1`;

/** Only one unique key can be violated. */
const isTaken = (error: unknown) => error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';

async function named(database: Database, tenant: TenantId, names: readonly string[]): Promise<(string | null)[]> {
  const rows = await withoutWall(database).$queryRaw<{ id: string | null }[]>`
    select (
      select id from entities where tenant_id = ${tenant} and lower(name) = lower(given.name)
      order by created_at, id limit 1
    ) as id
    from unnest(${names}::text[]) with ordinality as given (name, place) order by place`;
  return rows.map(({ id }) => id);
}

async function madeFor(
  database: Database,
  tenant: TenantId,
  { type, memoryIds, most }: { type: string; memoryIds: readonly string[]; most: number | undefined },
) {
  if (memoryIds.length === 0) return [];
  const next = async (after: string | null, limit: number) => {
    const rows = await database.$queryRaw<{ id: string }[]>`
      select id from entities
      where tenant_id = ${tenant} and ${onlyMentioned} and id = any(array(
        select to_id from relations
        where tenant_id = ${tenant} and from_id = any(${uuids(memoryIds)}) and type = ${type}
          and from_type = 'memory' and to_type = 'entity'
      )) ${beyond(after)}
      order by id limit ${limit}`;
    return rows.map(({ id }) => id);
  };
  if (most !== undefined) return next(null, most);
  const made: string[] = [];
  for await (const ids of pagesOf(next)) made.push(...ids);
  return made;
}

/** Locked before the check, so that a relation added meanwhile is seen, or fails. */
async function removeUnrelated(database: Database, tenant: TenantId, ids: readonly string[]): Promise<string[]> {
  const removed: string[] = [];
  for (const part of inParts(ids)) {
    const locked = await database.$queryRaw<{ id: string }[]>`
      select id from entities where tenant_id = ${tenant} and id = any(${uuids(part)}) and ${onlyMentioned}
      order by id for update`;
    if (locked.length === 0) continue;
    const rows = await database.$queryRaw<{ id: string }[]>`
      delete from entities as entity
      where tenant_id = ${tenant} and id = any(${uuids(locked.map(({ id }) => id))})
        and not exists (select from relations where tenant_id = ${tenant} and from_id = entity.id)
        and not exists (select from relations where tenant_id = ${tenant} and to_id = entity.id)
        and not exists (
          select from memories where tenant_id = ${tenant} and owner_entity_id = entity.id and deleted_at is null
        )
        and not exists (select from events where tenant_id = ${tenant} and actor_entity_id = entity.id)
      returning id`;
    removed.push(...rows.map(({ id }) => id));
  }
  return removed;
}

type Owned = Parameters<EntityRepository['ownerOf']>[0];

const ownedRows: Record<Owned, (tenant: TenantId) => Prisma.Sql> = {
  memory: (tenant) => Prisma.sql`owner_entity_id as owner from memories where ${present(tenant)} and id`,
  artifact: (tenant) => Prisma.sql`owner_entity_id as owner from artifacts where tenant_id = ${tenant} and id`,
  ingest: (tenant) =>
    Prisma.sql`request ->> 'ownerEntityId' as owner from ingests where tenant_id = ${tenant} and trace_id`,
  review: (tenant) => Prisma.sql`owner_entity_id as owner from reviews where tenant_id = ${tenant} and id`,
  event: (tenant) => Prisma.sql`actor_entity_id as owner from events where tenant_id = ${tenant} and id`,
};

export const createEntityRepository = (database: Database, tenant: TenantId): EntityRepository => ({
  async insert(entities) {
    const data = entities.map((entity) => ({ ...entity, tenantId: tenant, properties: json(entity.properties) }));
    return (await database.entity.createMany({ data, skipDuplicates: true })).count;
  },
  async ownerOf(kind, id) {
    const [row] = await database.$queryRaw<{ owner: string | null }[]>`
      select ${ownedRows[kind](tenant)} = ${id}::uuid`;
    return row?.owner;
  },
  externals: (externalIds, ids) => database.$queryRaw<{ id: string; externalId: string | null }[]>`
    select id, external_id as "externalId" from entities
    where tenant_id = ${tenant} and external_id = any(${[...externalIds]}::text[])
    union
    select id, external_id from entities where tenant_id = ${tenant} and id = any(${uuids(ids)})`,
  async get(id, options) {
    const [row] = await database.$queryRaw<EntityRecord[]>`
      select ${columns} from entities where tenant_id = ${tenant} and id = ${id}::uuid
      ${options?.lock ? Prisma.sql`for update` : Prisma.empty}`;
    return row ?? null;
  },
  namesOf: (ids) => database.$queryRaw<Pick<EntityRecord, 'id' | 'type' | 'name'>[]>`
    select id, type, name from entities where tenant_id = ${tenant} and id = any(${uuids(ids)})`,
  page: (filter, request) =>
    pageOf<EntityRecord>(
      database,
      {
        table: Prisma.sql`entities`,
        columns,
        filter: passing(tenant, filter),
        order: byCreation,
        sortOrder: 'desc',
        free: { tenant, columns: [Prisma.sql`properties`] },
      },
      request,
    ),
  async update(id, { properties, ...changes }, at) {
    const [row] = await database.entity
      .updateManyAndReturn({
        where: { tenantId: tenant, id },
        data: {
          ...givenOf(changes),
          ...(properties && { properties: json(properties) }),
          version: { increment: 1 },
          updatedAt: at,
        },
        omit: { tenantId: true },
      })
      .catch((error: unknown) => {
        throw isTaken(error) ? externalIdTaken() : error;
      });
    return (row as EntityRecord | undefined) ?? null;
  },
  async remove(id) {
    const { count } = await database.entity.deleteMany({ where: { tenantId: tenant, id } });
    return count > 0;
  },
  async lockNames() {
    // Owners lock by id, so no owner has this name.
    await database.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`${tenant}/names`}, 0))`;
  },
  named: (names) => named(database, tenant, names),
  madeFor: (type, memoryIds, most) => madeFor(database, tenant, { type, memoryIds, most }),
  removeUnrelated: (ids) => removeUnrelated(database, tenant, ids),
});
