import type { EntityFilter, EntityRecord, EntityRepository } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { type Database, givenOf, json } from './database.js';
import { timePage } from './time-page.js';

const columns = Prisma.sql`
  id, type, name, properties, tags, created_at as "createdAt", updated_at as "updatedAt", version`;

const passing = (tenant: TenantId, { type, name, tag }: EntityFilter) =>
  Prisma.join(
    [
      Prisma.sql`tenant_id = ${tenant}`,
      ...(type === undefined ? [] : [Prisma.sql`type = ${type}`]),
      ...(name === undefined ? [] : [Prisma.sql`name = ${name}`]),
      ...(tag === undefined ? [] : [Prisma.sql`tags @> array[${tag}]::text[]`]),
    ],
    ' and ',
  );

export const createEntityRepository = (database: Database, tenant: TenantId): EntityRepository => ({
  async insert(entities) {
    const data = entities.map((entity) => ({ ...entity, tenantId: tenant, properties: json(entity.properties) }));
    await database.entity.createMany({ data });
  },
  async get(id, options) {
    const [row] = await database.$queryRaw<EntityRecord[]>`
      select ${columns} from entities where tenant_id = ${tenant} and id = ${id}::uuid
      ${options?.lock ? Prisma.sql`for update` : Prisma.empty}`;
    return row ?? null;
  },
  page: (filter, request) =>
    timePage<EntityRecord>(
      database,
      {
        table: Prisma.sql`entities`,
        columns,
        filter: passing(tenant, filter),
        time: Prisma.sql`created_at`,
        timeOf: ({ createdAt }) => createdAt,
        sortOrder: 'desc',
      },
      request,
    ),
  async update(id, { properties, ...changes }, at) {
    const [row] = await database.entity.updateManyAndReturn({
      where: { tenantId: tenant, id },
      data: {
        ...givenOf(changes),
        ...(properties && { properties: json(properties) }),
        version: { increment: 1 },
        updatedAt: at,
      },
      omit: { tenantId: true },
    });
    return (row as EntityRecord | undefined) ?? null;
  },
  async remove(id) {
    const { count } = await database.entity.deleteMany({ where: { tenantId: tenant, id } });
    return count > 0;
  },
});
