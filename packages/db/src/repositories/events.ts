import { inParts } from '@hippocamp/core/modules/in-parts';
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

/** Events whose types one statement counts, unless one day has more. */
const TOGETHER = 10_000;

type DayCount = Pick<EventDay, 'date' | 'count'>;

const countDays = (database: Database, filter: Prisma.Sql): Promise<DayCount[]> =>
  database.$queryRaw<DayCount[]>`
    select day::text as date, count(*)::int as count
    from (select (occurred_at at time zone 'UTC')::date as day from events where ${filter}) as events
    group by day order by day`;

/** The most frequent types of each day, which has as many as it has events. */
const typesOf = (database: Database, filter: Prisma.Sql, part: readonly DayCount[], types: number) =>
  database.$queryRaw<Pick<EventDay, 'date' | 'byType'>[]>`
    select day::text as date,
      json_agg(json_build_object('eventType', event_type, 'count', count) order by count desc, event_type) as "byType"
    from unnest(${part.map(({ date }) => date)}::date[]) as days (day) cross join lateral (
      select event_type, count(*)::int as count from events
      where ${filter} and occurred_at >= day::timestamp at time zone 'UTC'
        and occurred_at < (day + 1)::timestamp at time zone 'UTC'
      group by event_type order by count desc, event_type limit ${types}
    ) as top
    group by day`;

/** A day's count includes types that are not listed. Some days at once, because others wait for the same engine. */
async function days(database: Database, filter: Prisma.Sql, types: number): Promise<EventDay[]> {
  const counted = await countDays(database, filter);
  const byDate = new Map<string, EventDay['byType']>();
  for (const part of inParts(counted, { units: TOGETHER, unitsOf: ({ count }) => count }))
    for (const { date, byType } of await typesOf(database, filter, part, types)) byDate.set(date, byType);
  return counted.map((day) => ({ ...day, byType: byDate.get(day.date) ?? [] }));
}

export const createEventRepository = (database: Database, tenant: TenantId): EventRepository => ({
  async insert(events) {
    const data = events.map((event) => ({ ...event, tenantId: tenant, payload: json(event.payload) }));
    await database.event.createMany({ data });
  },
  async get(id) {
    const row = await database.event.findFirst({
      where: { tenantId: tenant, id },
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
