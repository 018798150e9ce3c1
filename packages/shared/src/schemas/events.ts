import { z } from 'zod';
import {
  freeObject,
  label,
  owner,
  ownerAnswer,
  pageAnswer,
  pageQuery,
  queryInteger,
  tags,
  timestamp,
  uuid,
} from './common.js';

const eventType = label(128);

/** Recorded only by the service itself. */
export const reservedEventTypes = ['erased'] as const;

const clientEventType = eventType.refine((value) => !reservedEventTypes.some((reserved) => reserved === value), {
  message: `is recorded by the service alone: ${reservedEventTypes.join(', ')}`,
  params: { code: 'reserved' },
});

/** Section 2.6 of the interface document. */
export const event = z
  .object({
    id: z.uuid(),
    tenantId: z.string(),
    actorEntityId: z.uuid().nullable(),
    owner: ownerAnswer,
    eventType: z.string(),
    payload: z.record(z.string(), z.unknown()),
    tags: z.array(z.string()),
    occurredAt: z.iso.datetime(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Event' });
export type Event = z.infer<typeof event>;

export const eventCreate = z
  .strictObject({
    eventType: clientEventType,
    actorEntityId: uuid.nullish(),
    owner: owner.nullish(),
    payload: freeObject.default({}),
    tags: tags.default([]),
    occurredAt: timestamp.optional().describe('Default now; at most 24 h ahead'),
  })
  .meta({ id: 'EventCreate' });
export type EventCreate = z.infer<typeof eventCreate>;

export const eventListQuery = z.strictObject({
  ...pageQuery,
  eventType: eventType.optional(),
  actorEntityId: uuid.optional(),
  owner: owner.optional(),
  tag: label(64).optional(),
  after: timestamp.optional().describe('Of occurredAt, inclusive'),
  before: timestamp.optional().describe('Of occurredAt, exclusive'),
  sortOrder: z.enum(['asc', 'desc']).default('desc').describe('By occurredAt'),
});
export type EventListQuery = z.infer<typeof eventListQuery>;

export const eventList = z.object({ events: z.array(event), ...pageAnswer });
export type EventList = z.infer<typeof eventList>;

export const timelineQuery = z.strictObject({
  days: queryInteger(1, 365).default(30),
  eventType: eventType.optional(),
});
export type TimelineQuery = z.infer<typeof timelineQuery>;

export const timeline = z
  .object({
    days: z.number().int(),
    eventType: z.string().nullable(),
    timeline: z
      .array(
        z.object({
          date: z.string().describe('A day in UTC'),
          count: z.number().int(),
          byType: z.record(z.string(), z.number().int()).describe('The 100 most frequent types of the day'),
        }),
      )
      .describe('Every day up to today, oldest first'),
  })
  .meta({ id: 'Timeline' });
export type Timeline = z.infer<typeof timeline>;
