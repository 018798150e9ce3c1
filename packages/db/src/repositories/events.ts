import type { EventDay, EventFilter, EventRecord, EventRepository } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { type Database, json, jsonObject } from './database.js';
import { byOccurrence, pageOf } from './page.js';

const columns = Prisma.sql`
  id, actor_entity_id as "actorEntityId", event_type as "eventType", payload, tags, occurred_at as "occurredAt",
  created_at as "createdAt"`;

const passing = (tenant: TenantId, { eventType, actorEntityId, tag, after, before }: EventFilter) =>
  Prisma.join(
    [
      Prisma.sql`tenant_id = ${tenant}`,
      ...(eventType === undefined ? [] : [Prisma.sql`event_type = ${eventType}`]),
      ...(actorEntityId === undefined ? [] : [Prisma.sql`actor_entity_id = ${actorEntityId}::uuid`]),
      ...(tag === undefined ? [] : [Prisma.sql`tags @> array[${tag}]::text[]`]),
      ...(after === undefined ? [] : [Prisma.sql`occurred_at >= ${after}::timestamptz`]),
      ...(before === undefined ? [] : [Prisma.sql`occurred_at < ${before}::timestamptz`]),
    ],
    ' and ',
  );

/** A day's count includes types that are not listed. */
async function days(database: Database, filter: Prisma.Sql, types: number): Promise<EventDay[]> {
  return database.$queryRaw<EventDay[]>`
    with counted as (
      select (occurred_at at time zone 'UTC')::date as day, event_type, count(*)::int as count
      from events where ${filter} group by day, event_type
    ), ranked as (
      select *, row_number() over (partition by day order by count desc, event_type) as place from counted
    )
    select day::text as date, sum(count)::int as count,
      json_agg(json_build_object('eventType', event_type, 'count', count) order by place)
        filter (where place <= ${types}) as "byType"
    from ranked group by day order by day`;
}

export const createEventRepository = (database: Database, tenant: TenantId): EventRepository => ({
  async insert(events) {
    const data = events.map((event) => ({ ...event, tenantId: tenant, payload: json(event.payload) }));
    await database.event.createMany({ data });
  },
  async get(id) {
    const row = await database.event.findUnique({
      where: { tenantId_id: { tenantId: tenant, id } },
      omit: { tenantId: true },
    });
    return row && { ...row, payload: jsonObject(row.payload) };
  },
  page: (filter, { sortOrder, ...request }) =>
    pageOf<EventRecord>(
      database,
      {
        table: Prisma.sql`events`,
        columns,
        filter: passing(tenant, filter),
        order: byOccurrence,
        sortOrder,
        free: { tenant, columns: [Prisma.sql`payload`] },
      },
      request,
    ),
  days: (filter, types) => days(database, passing(tenant, filter), types),
});
