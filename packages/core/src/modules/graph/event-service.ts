import type { TenantId } from '@hippocamp/shared/schemas/common';
import type {
  Event,
  EventCreate,
  EventList,
  EventListQuery,
  Timeline,
  TimelineQuery,
} from '@hippocamp/shared/schemas/events';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { EventDay, EventRecord, Records } from '../../ports/records.js';
import { type Caller, known } from '../caller.js';
import { lastDays, spanOf } from '../days.js';
import type { Once, RunOnce } from '../idempotency/run-once.js';
import { date } from '../memory-store/memory-view.js';
import { occurredAtOf } from '../memory-store/new-memory.js';
import { listPage } from '../paging/list-page.js';

export interface EventServiceDependencies {
  records: Records;
  runOnce: RunOnce;
  clock: Clock;
  ids: Ids;
}

export interface EventService {
  /** Throws validation-failed for a time more than a day ahead. */
  create(caller: Caller, input: EventCreate): Promise<Once<Event>>;
  list(caller: Caller, query: EventListQuery): Promise<EventList>;
  get(caller: Caller, id: string): Promise<Event>;
  /** Days in UTC up to today, oldest first, with the empty ones. */
  timeline(caller: Caller, query: TimelineQuery): Promise<Timeline>;
}

/** Keeps the answer for a year within bounds. */
const TYPES_A_DAY = 100;

const eventView = (tenant: TenantId, { occurredAt, createdAt, ...record }: EventRecord): Event => ({
  ...record,
  tenantId: tenant,
  occurredAt: occurredAt.toISOString(),
  createdAt: createdAt.toISOString(),
});

const dayView = (date: string, day: EventDay | undefined): Timeline['timeline'][number] => ({
  date,
  count: day?.count ?? 0,
  byType: Object.fromEntries((day?.byType ?? []).map(({ eventType, count }) => [eventType, count])),
});

export function createEventService({ records, runOnce, clock, ids }: EventServiceDependencies): EventService {
  return {
    create({ tenant, idempotency, makeOwners }, { actorEntityId = null, occurredAt, ...input }) {
      const id = ids.next();
      return runOnce<Event>(records.forTenant(tenant), idempotency, {
        first: makeOwners,
        async find({ events }) {
          const event = await events.get(id);
          return event && eventView(tenant, event);
        },
        mentions: () => [id, ...(actorEntityId === null ? [] : [actorEntityId])],
        async effect({ events }) {
          const now = clock.now();
          const event = {
            ...input,
            id,
            actorEntityId,
            occurredAt: occurredAtOf(occurredAt, now),
            createdAt: now,
          };
          await events.insert([event]);
          return eventView(tenant, event);
        },
        finish: async (event) => event,
      });
    },

    async list({ tenant }, { eventType, actorEntityId, tag, after, before, sortOrder, ...asked }) {
      const filter = { eventType, actorEntityId, tag, after: date(after), before: date(before) };
      const { rows, page } = await listPage(asked, [tenant, 'events', filter, sortOrder], (request) =>
        records.forTenant(tenant).events.page(filter, { ...request, sortOrder }),
      );
      return { events: rows.map((row) => eventView(tenant, row)), ...page };
    },

    async get({ tenant }, id) {
      return eventView(tenant, known('event', await records.forTenant(tenant).events.get(id)));
    },

    async timeline({ tenant }, { days, eventType }) {
      const dates = lastDays(days, clock.now());
      const found = await records.forTenant(tenant).events.days({ eventType, ...spanOf(dates) }, TYPES_A_DAY);
      const byDate = new Map(found.map((day) => [day.date, day]));
      return { days, eventType: eventType ?? null, timeline: dates.map((day) => dayView(day, byDate.get(day))) };
    },
  };
}
